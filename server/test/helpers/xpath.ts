// Reads XML with xmllint, which refuses what is not well-formed.
import { execFileSync, spawnSync } from 'node:child_process'

export const withoutXmllint = spawnSync('xmllint', ['--version']).error
  ? 'xmllint is not installed: apt-get install libxml2-utils'
  : false

/** The string value of an XPath expression. */
export function xpath(xml: string, expression: string): string {
  const args = ['--nonet', '--noout', '--xpath', `string(${expression})`, '-']
  return execFileSync('xmllint', args, { input: xml, encoding: 'utf8' }).replace(/\n$/, '')
}
