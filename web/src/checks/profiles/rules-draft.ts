// Rules while somebody edits them: every field is a text, as typed, so that `-`, `1.` and an empty field are possible for a moment. A
// rule that is switched off keeps its fields.
import { checkRules, type Rule, type RuleField } from '../../generated/check-rules.ts'

export const levels = ['OFF', 'INFO', 'WARNING', 'PROBLEM'] as const
export type Level = (typeof levels)[number]

export type RuleDraft = { level: Level; fields: Readonly<Record<string, string>> }
export type RulesDraft = Readonly<Record<string, RuleDraft>>

/** As the API has them. */
export type Rules = { readonly [rule: string]: Readonly<Record<string, unknown>> | undefined }

export function draftOf(rules: Rules): RulesDraft {
  return Object.fromEntries(
    checkRules.map((rule) => {
      const given = rules[rule.name]
      const level = levels.find((one) => one === given?.level) ?? 'OFF'
      const fields = rule.fields.map((field) => [
        field.name,
        textOf(field, given === undefined ? proposed(rule, field) : given[field.name]),
      ])
      return [rule.name, { level, fields: Object.fromEntries(fields) }]
    }),
  )
}

/** The first value of a field of a rule that is switched on. */
function proposed(rule: Rule, field: RuleField): unknown {
  if (field.default !== undefined) return field.default
  if (!field.required || field.kind !== 'number') return undefined
  return proposals[`${rule.name}.${field.name}`] ?? (field.name === 'seconds' ? 1 : (field.least ?? 0))
}

const proposals: Readonly<Record<string, number>> = {
  'loudness.target': -23,
  'loudness.tolerance': 1,
  'truePeak.most': -1,
  'resolution.least': 300,
  'triangles.most': 100_000,
}

const isShare = ({ unit }: RuleField) => unit === '%'

function textOf(field: RuleField, value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value === 'number') return String(isShare(field) ? round(value * 100) : value)
  return String(value)
}

/** Without the error of binary fractions. */
function round(value: number): number {
  return Number(value.toPrecision(12))
}

export type Errors = Readonly<Record<string, string>>

/** The rules of the draft, and a message for each field that is not valid, by `rule.field`. */
export function readDraft(draft: RulesDraft): { rules: Rules; errors: Errors } {
  const errors: Record<string, string> = {}
  const rules: Record<string, Record<string, unknown>> = {}
  for (const rule of checkRules) {
    const { level, fields } = draft[rule.name]!
    if (level === 'OFF') continue
    const read: Record<string, unknown> = { level }
    for (const field of rule.fields) {
      const { value, error } = readField(field, fields[field.name] ?? '')
      if (error !== undefined) errors[`${rule.name}.${field.name}`] = error
      if (value !== undefined) read[field.name] = value
    }
    rules[rule.name] = read
  }
  return { rules, errors }
}

type Read = { value?: unknown; error?: string }

function readField(field: RuleField, typed: string): Read {
  const text = typed.trim()
  if (text === '') {
    if (field.default !== undefined) return { value: field.default }
    return field.required ? { error: missing[field.kind] ?? 'Enter a text.' } : {}
  }
  if (field.kind === 'texts') return readTexts(field, text)
  if (field.kind === 'text') return hasForm(field, text) ? { value: text } : { error: formOf(field, text) }
  if (field.kind === 'choice') return { value: text }
  if (field.kind === 'switch') return { value: text === 'true' }
  return readNumber(field, text)
}

const missing: Readonly<Partial<Record<RuleField['kind'], string>>> = {
  number: 'Enter a number.',
  texts: 'Name at least one.',
}

function hasForm({ pattern, choices }: RuleField, text: string): boolean {
  if (choices.length > 0) return choices.includes(text)
  return text.length <= 60 && (pattern === null || new RegExp(pattern).test(text))
}

function formOf({ example, choices }: RuleField, text: string): string {
  if (text.length > 60) return 'Each has at most 60 characters.'
  const form = choices.length > 0 ? `one of ${choices.join(', ')}` : `in the form of ${example}`
  return `“${text}” is not ${form}.`
}

function readTexts(field: RuleField, text: string): Read {
  const values = [...new Set(text.split(',').map((one) => one.trim()))].filter((one) => one !== '')
  const wrong = values.find((one) => !hasForm(field, one))
  if (wrong !== undefined) return { error: formOf(field, wrong) }
  if (values.length === 0) return { error: 'Name at least one.' }
  const { mostItems } = field
  if (mostItems !== null && values.length > mostItems) return { error: `At most ${mostItems} are possible.` }
  return { value: values }
}

function readNumber(field: RuleField, text: string): Read {
  // A comma is a decimal point in most of Europe.
  const number = Number(text.replace(',', '.').replace('−', '-'))
  if (!Number.isFinite(number)) return { error: 'Enter a number.' }
  const value = isShare(field) ? round(number / 100) : number
  if (field.whole && !Number.isInteger(value)) return { error: 'Enter a whole number.' }
  const { least, most } = field
  if ((least !== null && value < least) || (most !== null && value > most)) return { error: rangeOf(field) }
  return { value }
}

/** The meaning of an empty field. */
export function standardOf(field: RuleField): string {
  const text = textOf(field, field.default)
  if (text !== '') return text
  return field.required ? (field.example ?? '') : 'none'
}

export function rangeOf(field: RuleField): string {
  const shown = (limit: number) => textOf(field, limit).replace('-', '−')
  if (field.least === null) return ''
  if (field.most === null) return `From ${shown(field.least)}.`
  return `From ${shown(field.least)} to ${shown(field.most)}.`
}

export function jsonOf(rules: Rules): string {
  return JSON.stringify(rules, null, 2)
}

/** The draft of a JSON text, or what is wrong with it. Limits are checked with the fields. */
export function readJson(text: string): { draft: RulesDraft } | { error: string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { error: `This is not JSON: ${(error as Error).message}` }
  }
  if (!isObject(value)) return { error: 'Rules are a JSON object.' }
  for (const [name, given] of Object.entries(value)) {
    const rule = checkRules.find((one) => one.name === name)
    const error = rule === undefined ? `There is no rule “${name}”.` : mistakeIn(rule, given)
    if (error !== undefined) return { error }
  }
  return { draft: draftOf(value as Rules) }
}

function mistakeIn(rule: Rule, given: unknown): string | undefined {
  if (!isObject(given)) return `“${rule.name}” is a JSON object.`
  const { level, ...fields } = given
  if (level === 'OFF' || levels.every((one) => one !== level))
    return `The level of “${rule.name}” is PROBLEM, WARNING or INFO. Leave the rule out to switch it off.`
  for (const [name, value] of Object.entries(fields)) {
    const field = rule.fields.find((one) => one.name === name)
    if (field === undefined) return `“${rule.name}” has no field “${name}”.`
    if (!hasKind(field, value)) return `“${rule.name}.${name}” has the wrong type.`
  }
  const missing = rule.fields.find(({ name, required }) => required && fields[name] === undefined)
  return missing && `“${rule.name}” needs “${missing.name}”.`
}

function hasKind({ kind, choices, nullable }: RuleField, value: unknown): boolean {
  if (value === null) return nullable
  if (kind === 'number') return typeof value === 'number'
  if (kind === 'switch') return typeof value === 'boolean'
  if (kind === 'text') return typeof value === 'string'
  if (kind === 'choice') return choices.some((choice) => choice === value)
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** “12 rules: 4 as problem, 8 as warning”. */
export function summaryOf(rules: Rules): string {
  const all = Object.values(rules).filter((rule) => rule !== undefined)
  if (all.length === 0) return 'No rules'
  const parts = levels
    .map((level) => ({ level, count: all.filter((rule) => rule.level === level).length }))
    .filter(({ count }) => count > 0)
    .map(({ level, count }) => `${count} as ${level.toLowerCase()}`)
  return `${all.length} ${all.length === 1 ? 'rule' : 'rules'}: ${parts.reverse().join(', ')}`
}
