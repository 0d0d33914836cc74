// JSON Schemas of tools, as models and their clients can use them: without references, with one type each, and without
// constraints that only the server needs. All of them can be made strict by the rules of OpenAI.
import type { JsonSchema, SharedSchemas } from '../../json-schemas.ts'

const reference = '#/components/schemas/'

/** Constraints that a model cannot check or does not need: the server checks them, and its errors name them. */
const unneeded = new Set([
  ...[
    'pattern',
    'format',
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
    'propertyNames',
    'maxProperties',
  ],
  ...['minimum', 'maximum', 'default', 'examples', 'id'],
])

/** The input of a tool: closed, and each field has one type. A field that can be null is optional instead. */
export function inputSchema(schema: JsonSchema, shared: SharedSchemas): JsonSchema {
  const { description: _, ...input } = offered(schema, shared)
  return { ...input, type: 'object', properties: input.properties ?? {}, additionalProperties: false }
}

function offered(schema: JsonSchema, shared: SharedSchemas): JsonSchema {
  const whole = withoutNull(resolved(schema, shared))
  const { properties, required = [], items, anyOf, oneOf, description, ...rest } = whole
  const kept: JsonSchema = Object.fromEntries(
    Object.entries(rest).filter(([keyword]) => !unneeded.has(keyword)),
  )
  if (description !== undefined) kept.description = withoutWordsOfHttp(description)
  if (properties) {
    const fields = Object.entries(properties).filter(([, field]) => field.deprecated !== true)
    kept.properties = Object.fromEntries(fields.map(([name, field]) => [name, offered(field, shared)]))
    const needed = required.filter((name) => !takesNull(properties[name]!, shared))
    if (needed.length > 0) kept.required = needed
    kept.additionalProperties = false
  }
  if (items) kept.items = offered(items as JsonSchema, shared)
  const options = anyOf ?? (oneOf as JsonSchema[] | undefined)
  if (options) kept.anyOf = options.map((option) => offered(option, shared))
  return kept
}

/** Without what a text says about null: agents leave a field out. */
function withoutWordsOfHttp(text: string): string {
  return text
    .replace(/(^|;? )null [^.;]*\.$/, '.')
    .replace(/;? ?null [^.;]*(?=[.;])/, '')
    .replace(/\.\.$/, '.')
    .trim()
}

/** Sentences about headers mean nothing to an agent. */
export function withoutHeaders(text: string): string {
  return text
    .split(/(?<=\.) /)
    .filter((sentence) => !/ETag|If-Match/.test(sentence))
    .join(' ')
}

/** The output of a tool: brief results leave out fields that are null or empty, so none of them is required. */
export function outputSchema(schema: JsonSchema, shared: SharedSchemas): JsonSchema {
  const { required: _, pattern, format, examples, id, ...rest } = oneType(resolved(schema, shared))
  const inner = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inner)
    return typeof value === 'object' && value !== null ? outputSchema(value as JsonSchema, shared) : value
  }
  const entries = Object.entries(rest).map(([key, value]): [string, unknown] => {
    if (key === 'properties') return [key, mapValues(value as Record<string, JsonSchema>, inner)]
    return [key, key === 'enum' ? value : inner(value)]
  })
  return Object.fromEntries(entries)
}

function mapValues<T>(object: Record<string, T>, change: (value: T) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))
}

/** One type per schema: many clients translate schemas into a dialect that has no more. */
function oneType(schema: JsonSchema): JsonSchema {
  const { type, description, ...constraints } = schema
  if (!Array.isArray(type)) return schema
  return {
    ...(description === undefined ? {} : { description }),
    anyOf: type.map((name) => (name === 'null' ? { type: name } : { type: name, ...constraints })),
  }
}

function resolved(schema: JsonSchema, shared: SharedSchemas): JsonSchema {
  const { $ref, ...own } = schema
  const named = typeof $ref === 'string' ? shared.get($ref.slice(reference.length)) : undefined
  return named ? resolved({ ...named, ...own }, shared) : schema
}

function takesNull(schema: JsonSchema, shared: SharedSchemas): boolean {
  const { $ref, type, anyOf } = schema
  const named = typeof $ref === 'string' ? shared.get($ref.slice(reference.length)) : undefined
  if (named) return takesNull(named, shared)
  return (
    type === 'null' ||
    (Array.isArray(type) && type.includes('null')) ||
    anyOf?.some(({ type }) => type === 'null') === true
  )
}

/** A null is an omitted field; of a value or a list of such values, the list is shown. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const { type, anyOf, ...rest } = schema
  if (Array.isArray(type)) {
    const types = type.filter((name) => name !== 'null')
    return { ...rest, type: types[0]! }
  }
  if (!anyOf) return schema
  const options = anyOf.filter((option) => option.type !== 'null')
  const list = options.find((option) => option.type === 'array')
  const only = options.length === 1 ? options[0] : list
  return only ? { ...only, ...rest } : { ...rest, anyOf: options }
}
