// Encodes input as the words a person would type: the inverse of cli/src/input.ts.
import type { Field, Operation } from '../src/declaration.ts'

export function encodeInput(operation: Operation, input: Record<string, unknown>): string[] {
  const args = operation.args.map(({ key }) => String(input[key]))
  return [
    ...operation.words,
    ...operation.fields.flatMap((field) => encodeField(field, valueAt(input, field.path))),
    '--',
    ...args,
  ]
}

function valueAt(input: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Record<string, unknown> | null | undefined)?.[key],
    input,
  )
}

export function encodeField(field: Field, value: unknown): string[] {
  const flag = `--${field.flag}`
  if (value === undefined) return []
  if (value === null) return [`${flag}=null`]
  if (field.kind === 'boolean') return [value === true ? flag : `--no-${field.flag}`]
  if (field.kind === 'map') return encodeMap(flag, value as Record<string, string>)
  if (!field.many) return [`${flag}=${encodeOne(field, value)}`]
  const words = (value as unknown[]).map((one) => encodeOne(field, one))
  const ambiguous =
    words.length === 0 || (words.length === 1 && words[0]!.startsWith('[')) || words.at(-1) === 'null'
  return ambiguous ? [`${flag}=${JSON.stringify(value)}`] : words.flatMap((word) => [`${flag}=${word}`])
}

function encodeOne(field: Field, value: unknown): string {
  if (field.kind === 'id') return (value as { id: string }).id
  if (field.kind === 'record') return encodeRecord(field, value as Record<string, unknown>)
  return field.kind === 'json' ? JSON.stringify(value) : String(value)
}

/** As `a=1,b=2` where that notation can express the value. */
function encodeRecord({ parts = [] }: Field, value: Record<string, unknown>): string {
  const given = parts.filter(({ path }) => value[path[0]!] !== undefined)
  const words = given.map(
    (part) =>
      `${part.flag}=${value[part.path[0]!] === null ? 'null' : encodeOne(part, value[part.path[0]!])}`,
  )
  const plain = words.length > 0 && words.every((word) => !word.includes(','))
  return plain ? words.join(',') : JSON.stringify(value)
}

function encodeMap(flag: string, value: Record<string, string>): string[] {
  const entries = Object.entries(value)
  const plain =
    entries.length > 0 &&
    entries.every(([name]) => !name.includes('=') && !name.startsWith('{') && name !== 'null' && name !== '')
  return plain
    ? entries.map(([name, text]) => `${flag}=${name}=${text}`)
    : [`${flag}=${JSON.stringify(value)}`]
}
