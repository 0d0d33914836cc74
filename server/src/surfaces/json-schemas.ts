// zod → JSON Schema: parameters and bodies of OpenAPI, which since 3.1 uses the draft that zod writes, and schemas of tools.
import { z } from 'zod'
import { methodAndPath, type Operation } from '../core/operation.ts'

export type JsonSchema = {
  type?: string | string[]
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  anyOf?: JsonSchema[]
  additionalProperties?: boolean | JsonSchema
  [keyword: string]: unknown
}

export type Parameter = {
  name: string
  in: 'path' | 'query'
  required: boolean
  description?: string
  schema: JsonSchema
}

/** Schemas with an id (`.meta({ id: 'Version' })`), which are written once and referenced. */
export type SharedSchemas = Map<string, JsonSchema>

export type InputParts = {
  path: Parameter[]
  /** The fields that are not in the path, as one object; undefined when there are none. */
  rest: JsonSchema | undefined
}

export function inputParts(operation: Operation, shared: SharedSchemas): InputParts {
  const { pathKeys } = methodAndPath(operation)
  const { properties = {}, required = [], ...schema } = toJsonSchema(operation.input, 'input', shared)
  const names = Object.keys(properties).filter((name) => !pathKeys.includes(name))
  const needed = required.filter((name) => !pathKeys.includes(name))
  return {
    path: pathKeys.map((name) => parameter('path', name, properties[name]!, true)),
    rest:
      names.length === 0
        ? undefined
        : {
            ...schema,
            properties: Object.fromEntries(names.map((name) => [name, properties[name]!])),
            ...(needed.length > 0 ? { required: needed } : {}),
          },
  }
}

/** The fields of an object as parameters of a query string: `sort.type=name` is `{ sort: { type: 'name' } }`. */
export function queryParameters(object: JsonSchema, prefix = '', needed = true): Parameter[] {
  return Object.entries(object.properties ?? {}).flatMap(([key, property]) => {
    const name = prefix + key
    const required = needed && (object.required ?? []).includes(key)
    const schema = withoutNull(property)
    if (schema.properties) return queryParameters(schema, `${name}.`, required)
    return [parameter('query', name, schema, required)]
  })
}

function parameter(place: 'path' | 'query', name: string, schema: JsonSchema, required: boolean): Parameter {
  const { description, ...rest } = schema
  return { name, in: place, required, ...(description ? { description } : {}), schema: rest }
}

/** A query string cannot hold null: a field is given or left out. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const { anyOf, ...outer } = schema
  if (Array.isArray(schema.type)) {
    const types = schema.type.filter((type) => type !== 'null')
    return { ...schema, type: types.length === 1 ? types[0]! : types }
  }
  const options = anyOf?.filter((option) => option.type !== 'null')
  if (!options) return schema
  return options.length === 1 ? { ...options[0], ...outer } : { ...outer, anyOf: options }
}

/** The body of a successful response, in its envelope; undefined when there is none. */
export function answerSchema(operation: Operation, shared: SharedSchemas): JsonSchema | undefined {
  const output = operation.output[1]
  if (output === undefined) return undefined
  if (!('page' in output)) return envelope({ data: toJsonSchema(output, 'output', shared) })
  const items = toJsonSchema(output.item, 'output', shared)
  const page = output.page === 'cursor' ? 'CursorPage' : 'NumberedPage'
  shared.set(page, pageSchemas[page])
  return envelope({ data: { type: 'array', items }, page: { $ref: `#/components/schemas/${page}` } })
}

function envelope(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties) }
}

const cursor = (description: string): JsonSchema => ({ type: ['string', 'null'], description })

const pageSchemas = {
  CursorPage: {
    ...envelope({
      next: cursor('Send it back unchanged as `next` to get the next page; null on the last page.'),
      prev: cursor('Send it back unchanged as `prev` to get the previous page; null on the first page.'),
    }),
    description: 'A page holds up to 50 items.',
  },
  NumberedPage: {
    ...envelope({
      current: { type: 'integer', minimum: 1, maximum: 100, description: 'Number of this page.' },
      hasNext: { type: 'boolean', description: 'Whether there is a next page.' },
    }),
    description: 'A page holds up to 50 items.',
  },
}

export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output', shared: SharedSchemas): JsonSchema {
  const { $schema, $defs, ...json } = z.toJSONSchema(schema, {
    io,
    // Clients must not break when a record gains a field, so only strict objects are closed.
    override({ zodSchema, jsonSchema }) {
      const { def } = zodSchema._zod
      if (def.type === 'object' && def.catchall === undefined) delete jsonSchema.additionalProperties
    },
  })
  for (const [id, definition] of Object.entries($defs ?? {})) share(id, definition as JsonSchema, shared)
  return componentReferences(json as JsonSchema)
}

function share(id: string, definition: JsonSchema, shared: SharedSchemas): void {
  const { id: _, ...schema } = componentReferences(definition)
  const known = shared.get(id)
  if (known && JSON.stringify(known) !== JSON.stringify(schema)) {
    throw new Error(`two different schemas have the id ${id}`)
  }
  shared.set(id, schema)
}

/** zod puts shared schemas into `$defs` of each schema; here they become components of the document. */
function componentReferences(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    key === '$ref' ? value.replace('#/$defs/', '#/components/schemas/') : value,
  )
}
