// Turns the words of a command into the input of its operation: one flat object, as in the API.
import type { Field, Operation } from './declaration.ts'
import { usageError } from './kit/errors.ts'
import type { Parsed } from './kit/flags.ts'
import { didYouMean } from './kit/suggest.ts'

/** Reads a file, or stdin for `-`. */
export type ReadText = (path: string) => Promise<string>

export async function readInput(
  operation: Operation,
  { args, values }: Parsed,
  readText: ReadText,
): Promise<Record<string, unknown>> {
  const input = await givenInput(values.get('input')?.at(-1), readText)
  takeArguments(operation, args, input)
  for (const field of operation.fields) {
    const path = values.get(`${field.flag}-file`)?.at(-1)
    const words = path === undefined ? values.get(field.flag) : [await readText(String(path))]
    if (words !== undefined) put(input, field.path, path === undefined ? fieldValue(field, words) : words[0])
    else if (field.otherwise !== undefined && !has(input, field.path)) put(input, field.path, field.otherwise)
  }
  const missing = operation.fields.filter(({ required, path }) => required && !has(input, path))
  if (missing.length > 0) throw usageError(`${list(missing.map(({ flag }) => `--${flag}`))} must be set.`)
  return input
}

/** `--input`: JSON, the file that `@` names, or stdin for `-`. */
async function givenInput(value: string | boolean | undefined, readText: ReadText) {
  if (typeof value !== 'string') return {}
  const file = value === '-' ? '-' : value.startsWith('@') ? value.slice(1) : undefined
  const parsed = parseJson('input', file === undefined ? value : await readText(file))
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
    return parsed as Record<string, unknown>
  throw usageError('--input must be a JSON object, such as \'{"name":"Shots"}\'.')
}

function takeArguments(operation: Operation, args: string[], input: Record<string, unknown>): void {
  const { args: wanted } = operation
  if (args.length > wanted.length) {
    const extra = args[wanted.length]!
    throw usageError(
      `Unexpected argument "${extra}".`,
      'Quote texts that contain spaces; pass fields as flags.',
    )
  }
  for (const [i, { key, name }] of wanted.entries()) {
    if (args[i] !== undefined) input[key] = args[i]
    else if (input[key] === undefined) throw usageError(`<${name}> is required.`)
  }
}

export function fieldValue(field: Field, words: readonly (string | boolean)[]): unknown {
  const last = words.at(-1)!
  if (field.nullable && last === 'null') return null
  if (field.kind === 'map') return mapValue(field, words.map(String))
  if (!field.many) return oneValue(field, last)
  // One JSON array holds several values, or none.
  if (words.length === 1 && String(last).startsWith('[')) return parseJson(field.flag, String(last))
  return words.map((word) => oneValue(field, word))
}

function oneValue(field: Field, word: string | boolean): unknown {
  if (field.kind === 'boolean') return booleanValue(field, word)
  const text = String(word)
  if (field.kind === 'integer' || field.kind === 'number') return numberValue(field, text)
  if (field.kind === 'id') return text.startsWith('{') ? parseJson(field.flag, text) : { id: text }
  if (field.kind === 'json') return parseJson(field.flag, text)
  if (field.kind === 'record') return recordValue(field, text)
  return field.values === undefined ? text : choice(field.flag, text, field.values)
}

function booleanValue({ flag }: Field, word: string | boolean): boolean {
  if (word === true || word === 'true' || word === 'yes') return true
  if (word === false || word === 'false' || word === 'no') return false
  throw usageError(`--${flag}=${word} must be true or false.`)
}

function numberValue({ flag, kind }: Field, text: string): number {
  const value = Number(text)
  const good =
    /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) && (kind === 'number' || Number.isInteger(value))
  if (good && Number.isFinite(value)) return value
  throw usageError(`--${flag} ${text} is not a ${kind === 'integer' ? 'whole ' : ''}number.`)
}

/** Ignores case, accepts `-` for `_`, and allows omitting the common prefix: `reviewer` is PROJECT_REVIEWER. */
export function choice(flag: string, text: string, values: readonly string[]): string {
  if (values.includes(text)) return text
  const plain = (value: string) => value.toUpperCase().replaceAll('-', '_')
  const prefix = commonPrefix(values)
  const found = values.filter((value) =>
    [plain(value), plain(value.slice(prefix.length))].includes(plain(text)),
  )
  if (found.length === 1) return found[0]!
  throw usageError(`--${flag} ${text} is not one of ${values.join(', ')}.${didYouMean(text, values)}`)
}

function commonPrefix(values: readonly string[]): string {
  const prefix = /^[A-Z]+_/.exec(values[0] ?? '')?.[0] ?? ''
  return values.every((value) => value.startsWith(prefix)) ? prefix : ''
}

/** `name=value` for each, or one JSON object. */
function mapValue({ flag }: Field, words: string[]): unknown {
  if (words.length === 1 && words[0]!.startsWith('{')) return parseJson(flag, words[0]!)
  const entries = words.map((word) => {
    const at = word.indexOf('=')
    if (at < 1) throw usageError(`--${flag} ${word} is not of the form name=value.`)
    return [word.slice(0, at), word.slice(at + 1)]
  })
  return Object.fromEntries(entries)
}

/** `user=ID,role=reviewer`, or JSON. */
function recordValue({ flag, parts = [] }: Field, text: string): unknown {
  if (text.startsWith('{')) return parseJson(flag, text)
  const record: Record<string, unknown> = {}
  for (const pair of text.split(',')) {
    const at = pair.indexOf('=')
    const part = parts.find((part) => part.flag === pair.slice(0, at) || part.path[0] === pair.slice(0, at))
    if (!part) {
      const names = parts.map((part) => `${part.flag}=…`).join(',')
      throw usageError(`--${flag} "${pair}" is not valid.`, `Write --${flag} ${names}, or JSON.`)
    }
    put(record, part.path, fieldValue({ ...part, flag: `${flag} ${part.flag}` }, [pair.slice(at + 1)]))
  }
  return record
}

function parseJson(flag: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw usageError(`--${flag} is not valid JSON: ${(error as Error).message}`)
  }
}

function put(input: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [key, ...rest] = path as [string, ...string[]]
  if (rest.length === 0) {
    input[key] = value
    return
  }
  const inner = (input[key] ?? {}) as Record<string, unknown>
  put(inner, rest, value)
  input[key] = inner
}

function has(input: Record<string, unknown>, path: readonly string[]): boolean {
  const [key, ...rest] = path as [string, ...string[]]
  const value = input[key]
  if (rest.length === 0 || value === undefined || value === null) return value !== undefined
  return typeof value !== 'object' || has(value as Record<string, unknown>, rest)
}

function list(words: string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
