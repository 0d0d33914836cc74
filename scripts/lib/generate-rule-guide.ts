// docs/guides/check-profiles.md with its table of all rules and limits, made from their schema. The text around it is written by hand.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeRules, type FieldDescription } from '../../server/src/media/checks/describe-rules.ts'

export const ruleGuidePath = 'docs/guides/check-profiles.md'

const head = '| rule | finds | field | limits | default |\n|---|---|---|---|---|\n'

export function ruleGuide(root: string): string {
  const text = readFileSync(join(root, ruleGuidePath), 'utf8')
  const start = text.indexOf(head) + head.length
  const end = start + text.slice(start).search(/^(?!\|)/m)
  return `${text.slice(0, start)}${rows().join('')}${text.slice(end)}`
}

function rows(): string[] {
  return describeRules().flatMap(({ name, title, about, fields }) => {
    const finds = `**${title}.** ${about}`
    const [first, ...others] = fields.map(cells)
    return [
      `| \`${name}\` | ${finds} | ${first ?? '| | '} |\n`,
      ...others.map((field) => `| | | ${field} |\n`),
    ]
  })
}

const cells = (field: FieldDescription) => `\`${field.name}\` | ${limitsOf(field)} | ${defaultOf(field)}`

function limitsOf({
  kind,
  least,
  most,
  choices,
  example,
  mostItems,
  unit,
  nullable,
}: FieldDescription): string {
  const none = nullable ? ', or `null`' : ''
  const listed = choices.map((choice) => `\`${choice}\``)
  const such =
    example === null
      ? ''
      : ` such as ${example
          .split(', ')
          .map((one) => `\`${one}\``)
          .join(' and ')}`
  if (kind === 'choice') return listed.join(' or ')
  if (kind === 'switch') return '`true` or `false`'
  if (kind === 'text') return `a text${such}`
  if (kind === 'texts')
    return listed.length > 0 ? `some of ${listed.join(', ')}` : `up to ${mostItems} texts${such}`
  const range = most === null ? `from ${least}` : `${least} to ${most}`
  return `${range}${unit && unit !== '%' ? ` ${unit}` : ''}${none}`
}

function defaultOf({ required, default: standard }: FieldDescription): string {
  if (required) return 'required'
  return standard === undefined ? 'no limit' : `\`${JSON.stringify(standard)}\``
}
