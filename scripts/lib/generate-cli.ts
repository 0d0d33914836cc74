// cli/src/generated/commands.ts: the commands of the CLI, from the list of operations.
import type { Operation as CliOperation, Field } from '../../cli/src/declaration.ts'
import { commands as adminCommands } from '../../server/src/admin/run.ts'
import { methodAndPath, type Operation } from '../../server/src/core/operation.ts'
import { answerSchema, inputParts, type JsonSchema } from '../../server/src/surfaces/json-schemas.ts'
import { type Unions, unionName } from './named-unions.ts'

export const commandsPath = 'cli/src/generated/commands.ts'

export function commandsFile(operations: readonly Operation[], unions: Unions): string {
  const commands = operations.map(commandOf).sort((a, b) => (a.words.join(' ') < b.words.join(' ') ? -1 : 1))
  const admin = adminCommands.map(({ name, summary, options }) => ({
    words: ['admin', ...name.split(' ')],
    summary,
    flags: Object.entries(options).map(([flag, { value, help }]) => ({
      name: flag,
      ...(value === null ? {} : { value }),
      help,
    })),
  }))
  const text = listText(commands, unions)
  return `// Made by \`npm run generate\` from the list of operations.
import type { Operation } from '../declaration.ts'
import type { Flag } from '../kit/flags.ts'

${constants(text, unions)}
export const operations: readonly Operation[] = ${text}

/** The commands of \`dailies admin\`, for completion. */
export const adminCommands: readonly { words: string[]; summary: string; flags: Flag[] }[] = ${listText(admin, unions)}
`
}

/** The values as JSON, in which a list of values that has a name refers to its constant. */
function listText(values: object[], unions: Unions): string {
  const json = JSON.stringify(values, (key, value) => {
    const name = key === 'values' ? unionName(unions, value) : undefined
    return name === undefined ? value : `constant:${constantName(name)}`
  })
  return json.replace(/"constant:(\w+)"/g, '$1')
}

function constants(text: string, unions: Unions): string {
  return [...unions]
    .filter(([name]) => new RegExp(`\\b${constantName(name)}\\b`).test(text))
    .map(([name, values]) => `const ${constantName(name)} = ${JSON.stringify(values)}\n`)
    .join('')
}

/** `FileStatus` → `fileStatusValues` */
function constantName(union: string): string {
  return `${union[0]!.toLowerCase()}${union.slice(1)}Values`
}

export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function commandOf(operation: Operation): CliOperation {
  const { method } = methodAndPath(operation)
  const shared = new Map<string, JsonSchema>()
  const { path, rest } = inputParts(operation, shared)
  return {
    name: operation.name,
    client: operation.client,
    words: operation.client.split('.').map(kebab),
    summary: operation.summary,
    method,
    args: path.map(({ name, description = '' }) => ({ name: kebab(name), key: name, help: description })),
    fields: rest === undefined ? [] : fieldsOf(resolved(rest, shared), [], true),
    answer: answerOf(operation, shared),
    ...(operation.credential === 'session' ? { browserOnly: true as const } : {}),
  }
}

function answerOf(operation: Operation, shared: Map<string, JsonSchema>): CliOperation['answer'] {
  const [, output] = operation.output
  if (output === undefined) return 'nothing'
  if ('page' in output) return output.page
  const data = resolved(answerSchema(operation, shared)!.properties!.data!, shared)
  return data.type === 'array' ? 'list' : 'record'
}

/** An object with several fields has a flag for each: `--sort.type`. A deprecated field has none. */
function fieldsOf(object: JsonSchema, path: string[], needed: boolean): Field[] {
  return Object.entries(object.properties ?? {}).flatMap(([key, property]) => {
    if (property.deprecated === true) return []
    const required = needed && (object.required ?? []).includes(key)
    const at = [...path, key]
    const { schema, nullable } = withoutNull(property)
    if (isPlainObject(schema)) return fieldsOf(schema, at, required && !nullable)
    return [fieldOf(at, property, required)]
  })
}

function fieldOf(path: string[], property: JsonSchema, required: boolean): Field {
  const { schema, nullable } = withoutNull(property)
  const many = schema.type === 'array'
  const one = many ? withoutNull(schema.items as JsonSchema).schema : schema
  const help = property.description ?? schema.description
  const values = one.enum as string[] | undefined
  const emptyList = many && schema.minItems === undefined
  const otherwise = nullable ? null : emptyList ? ([] as const) : undefined
  return {
    flag: path.map(kebab).join('.'),
    path,
    ...kindOf(one),
    ...(many ? { many: true as const } : {}),
    ...(nullable ? { nullable: true as const } : {}),
    ...(required && otherwise === undefined ? { required: true as const } : {}),
    ...(required && otherwise !== undefined ? { otherwise } : {}),
    ...(values ? { values } : {}),
    ...(property.default === undefined ? {} : { default: property.default }),
    ...(isFromFile(path, one, many) ? { fromFile: true as const } : {}),
    ...(help === undefined ? {} : { help }),
  }
}

/** Long texts and secrets, which nobody types into a shell. */
function isFromFile(path: string[], schema: JsonSchema, many: boolean): boolean {
  const long = Number(schema.maxLength ?? 0) >= 5_000
  return !many && schema.type === 'string' && (long || /password/i.test(path.at(-1)!))
}

function kindOf(schema: JsonSchema): Pick<Field, 'kind' | 'parts'> {
  if (schema.type === 'string') return { kind: 'text' }
  if (schema.type === 'integer' || schema.type === 'number' || schema.type === 'boolean')
    return { kind: schema.type }
  if (isReference(schema)) return { kind: 'id' }
  if (schema.type === 'object' && schema.properties === undefined) {
    const { type } = (schema.additionalProperties ?? {}) as JsonSchema
    return { kind: type === 'string' ? 'map' : 'json' }
  }
  const parts = schema.type === 'object' ? recordParts(schema) : undefined
  return parts ? { kind: 'record', parts } : { kind: 'json' }
}

/** The fields of a list item; undefined when one of them cannot be written as one word. */
function recordParts(schema: JsonSchema): Field[] | undefined {
  const parts = Object.entries(schema.properties ?? {}).map(([key, property]) =>
    fieldOf([key], property, (schema.required ?? []).includes(key)),
  )
  const simple = parts.every(
    ({ kind, many }) => kind !== 'json' && kind !== 'record' && kind !== 'map' && !many,
  )
  return simple ? parts.map(({ help: _, ...part }) => part) : undefined
}

function isReference({ properties = {} }: JsonSchema): boolean {
  return Object.keys(properties).join() === 'id'
}

function isPlainObject(schema: JsonSchema): boolean {
  if (schema.type !== 'object' || schema.properties === undefined || isReference(schema)) return false
  return Object.values(schema.properties).every((property) =>
    ['text', 'integer', 'number', 'boolean', 'id'].includes(kindOf(withoutNull(property).schema).kind),
  )
}

function withoutNull(schema: JsonSchema): { schema: JsonSchema; nullable: boolean } {
  const { anyOf, type, ...outer } = schema
  if (Array.isArray(type) && type.includes('null')) {
    const types = type.filter((name) => name !== 'null')
    return { schema: { ...outer, type: types.length === 1 ? types[0]! : types }, nullable: true }
  }
  const options = withoutSingle(anyOf?.filter((option) => option.type !== 'null'))
  if (!anyOf || options!.length !== 1) return { schema, nullable: isNullable(anyOf) }
  return { schema: { ...options![0], ...outer }, nullable: isNullable(anyOf) }
}

function isNullable(anyOf: JsonSchema[] | undefined): boolean {
  return anyOf?.some((option) => option.type === 'null') ?? false
}

/** Drops the single value of `value | value[]`: the flag is a list and may be repeated. */
function withoutSingle(options: JsonSchema[] | undefined): JsonSchema[] | undefined {
  const list = options?.find((option) => option.type === 'array')
  return options?.filter((option) => JSON.stringify(option) !== JSON.stringify(list?.items))
}

function resolved(schema: JsonSchema, shared: Map<string, JsonSchema>): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (_key, value) => {
    const name = typeof value?.$ref === 'string' ? value.$ref.replace('#/components/schemas/', '') : undefined
    return name === undefined ? value : { ...resolved(shared.get(name)!, shared), ...value, $ref: undefined }
  })
}
