// Generates valid inputs from the schema of an operation.
import fc from 'fast-check'
import { z } from 'zod'
import { methodAndPath, type Operation } from '../../src/core/operation.ts'
import { Timestamp } from '../../src/core/schemas.ts'

type Type = 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'array' | 'object'

type Schema = {
  type?: Type | Type[]
  anyOf?: Schema[]
  enum?: string[]
  const?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: Schema
  minItems?: number
  maxItems?: number
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
}

export type Fields = Record<string, unknown>

/** Ids that exist in some project, so that references do not always point to nothing. */
export type KnownIds = { uuids: string[]; prefixed: string[] }

/** The fields of an operation's input that are not ids of its path. */
export function validFields(operation: Operation, ids: KnownIds): fc.Arbitrary<Fields> {
  const { pathKeys } = methodAndPath(operation)
  const schema = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }) as Schema
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => !pathKeys.includes(name))
  return valid({ ...schema, properties: Object.fromEntries(properties) }, ids) as fc.Arbitrary<Fields>
}

function valid(schema: Schema, ids: KnownIds): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => valid(option, ids)))
  const { type } = schema
  // Several types: a nullable value.
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => valid({ ...schema, type: one }, ids)))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  switch (type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -(2 ** 31), max: schema.maximum ?? 2 ** 31 })
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9, noNaN: true })
    case 'array': {
      const { minItems: minLength = 0, maxItems = 5 } = schema
      return fc.array(valid(schema.items ?? {}, ids), {
        minLength,
        maxLength: Math.min(maxItems, minLength + 5),
      })
    }
    case 'object':
      return validObject(schema, ids)
    case 'string':
      return validString(schema, ids)
    default:
      return fc.jsonValue()
  }
}

function validObject(schema: Schema, ids: KnownIds): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema
  if (typeof additionalProperties === 'object') {
    return fc.dictionary(text(1, 20), valid(additionalProperties, ids), { maxKeys: 5 })
  }
  const model: Record<string, fc.Arbitrary<unknown>> = {}
  for (const [name, property] of Object.entries(properties)) model[name] = valid(property, ids)
  const requiredKeys = required.filter((name) => name in properties)
  return fc.record(model, { requiredKeys, noNullPrototype: true })
}

function validString(schema: Schema, ids: KnownIds): fc.Arbitrary<string> {
  const { format, pattern, minLength = 0, maxLength = 200 } = schema
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...ids.uuids), fc.uuid({ version: 7 }))
  if (format === 'date') return dates.map((date) => date.toISOString().slice(0, 10))
  if (format === 'email') return fc.emailAddress()
  if (format === 'uri') return text(0, 100).map((path) => `https://example.com/${encodeURIComponent(path)}`)
  if (pattern === timePattern) {
    return dates.map((date) => date.toISOString().replace('T', ' ').replace('Z', '000'))
  }
  if (pattern !== undefined) {
    const known = ids.prefixed.filter((id) => new RegExp(pattern).test(id))
    const made = fc.stringMatching(new RegExp(pattern))
    return known.length > 0 ? fc.oneof(fc.constantFrom(...known), made) : made
  }
  return text(minLength, maxLength)
}

const timePattern = (z.toJSONSchema(Timestamp) as Schema).pattern
const dates = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })

const character = fc
  .oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 1, max: 0x10ffff }))
  .filter((point) => point < 0xd800 || point > 0xdfff)
  .map((point) => String.fromCodePoint(point))

/** Any characters except NUL, counted in code points; often exactly the minimum or maximum length. */
function text(minLength: number, maxLength: number): fc.Arbitrary<string> {
  const limits = [minLength, maxLength].map((length) => character.map((c) => c.repeat(length)))
  return fc.oneof(fc.string({ unit: character, minLength, maxLength }), ...limits)
}
