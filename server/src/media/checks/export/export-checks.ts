// The results of checks for other programs.
import type { CheckedFile } from './checked-file.ts'
import { checksJson } from './json.ts'
import { junitText } from './junit.ts'
import { sarifLog } from './sarif.ts'

export const checkFormats = ['junit', 'sarif', 'json'] as const
export type CheckFormat = (typeof checkFormats)[number]

export const checkMimeTypes: Readonly<Record<CheckFormat, string>> = {
  junit: 'application/xml',
  sarif: 'application/sarif+json',
  json: 'application/json',
}

const extensions: Readonly<Record<CheckFormat, string>> = {
  junit: 'junit.xml',
  sarif: 'sarif',
  json: 'checks.json',
}

/** `version` is that of Dailies. */
export function renderChecks(files: readonly CheckedFile[], format: CheckFormat, version: string): string {
  if (format === 'junit') return junitText(files)
  const value = format === 'sarif' ? sarifLog(files, version) : checksJson(files)
  return `${JSON.stringify(value, null, 2)}\n`
}

/** The name of the exported file: `A001.mov` → `A001.junit.xml`. */
export function checksExportName(name: string, format: CheckFormat): string {
  const stem = name.replace(/\.[^.]*$/, '') || 'checks'
  return `${stem}.${extensions[format]}`
}
