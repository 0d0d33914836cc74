// Request → one flat object of the fields of the query string, the body and the path.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import type { Operation } from '../../core/operation.ts'

type JsonSchema = {
  type?: string
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
}

type Kind = 'string' | 'number' | 'boolean' | 'array'

export type QueryReader = (query: Record<string, unknown>) => Record<string, unknown>

/** One object of the fields of the query string, the body and the path. */
export function flatFields(
  request: FastifyRequest,
  readQuery: QueryReader,
  pathKeys: readonly string[],
): Record<string, unknown> {
  const { body } = request
  if (body !== undefined && (typeof body !== 'object' || body === null || Array.isArray(body))) {
    throw invalidField('', 'invalid_type', 'The body must be a JSON object.')
  }
  const fields = Object.assign(readQuery(request.query as Record<string, unknown>), body)
  for (const key of pathKeys) {
    if (Object.hasOwn(fields, key))
      throw invalidField(`/${key}`, 'unknown_field', 'Send this field in the path only.')
    fields[key] = (request.params as Record<string, string>)[key]
  }
  return fields
}

function invalidField(path: string, code: string, message: string): ApiError {
  return new ApiError('invalid_request', { errors: [{ path, code, message }] })
}

/** Reads a query string by the operation's schema: `sort.type=name` is `{ sort: { type: 'name' } }`. */
export function queryReader(operation: Operation): QueryReader {
  // Found at the first query string: for all operations it takes 40 ms, which every start of the server would pay.
  let kinds: Map<string, Kind> | undefined
  return (query) => {
    const input: Record<string, unknown> = {}
    for (const name in query) {
      kinds ??= kindsOf(operation)
      place(input, pathOf(name), convert(query[name], kinds.get(name)))
    }
    return input
  }
}

function kindsOf(operation: Operation): Map<string, Kind> {
  const schema = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const kinds = new Map<string, Kind>()
  collectKinds(schema, '', kinds)
  return kinds
}

/** A name with more parts than any field has counts as one unknown field, so that it does not nest thousands of objects. */
const mostParts = 8

function pathOf(name: string): string[] {
  const parts = name.split('.', mostParts + 1)
  return parts.length > mostParts ? [name] : parts
}

function collectKinds(schema: JsonSchema, path: string, kinds: Map<string, Kind>): void {
  for (const option of schema.anyOf ?? []) collectKinds(option, path, kinds)
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    collectKinds(property, path === '' ? name : `${path}.${name}`, kinds)
  }
  // A nullable field has two types or two schemas; null is not a kind.
  const type = [schema.type ?? []].flat().find((name) => name !== 'null')
  if (path === '' || type === undefined || type === 'object') return
  kinds.set(path, type === 'integer' ? 'number' : (type as Kind))
}

/** A value that cannot be converted stays text, so that validation reports it. */
function convert(value: unknown, kind: Kind | undefined): unknown {
  if (kind === 'array') return Array.isArray(value) ? value : [value]
  if (typeof value !== 'string') return value
  if (kind === 'number') return /^-?\d{1,15}(\.\d{1,15})?$/.test(value) ? Number(value) : value
  if (kind === 'boolean') return value === 'true' ? true : value === 'false' ? false : value
  return value
}

function place(input: Record<string, unknown>, path: string[], value: unknown): void {
  let target = input
  for (const name of path.slice(0, -1)) {
    const inner = Object.hasOwn(target, name) ? target[name] : undefined
    if (typeof inner === 'object' && inner !== null) {
      target = inner as Record<string, unknown>
    } else {
      const created: Record<string, unknown> = {}
      define(target, name, created)
      target = created
    }
  }
  define(target, path.at(-1)!, value)
}

/** Not an assignment, so that `__proto__` is a name like any other, which validation refuses. */
function define(target: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true })
}
