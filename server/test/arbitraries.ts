// From the schema of an input to inputs: valid ones, and valid ones with something wrong.
import fc from 'fast-check'
import { z } from 'zod'
import { methodAndPath, type Operation } from '../src/core/operation.ts'
import { Timestamp } from '../src/core/schemas.ts'

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

/** Ids that exist, somewhere: so that references are not always to nothing. */
export type KnownIds = { uuids: string[]; prefixed: string[] }

/** What an operation takes besides the ids in its path. */
export function validFields(operation: Operation, ids: KnownIds): fc.Arbitrary<Fields> {
  const { pathKeys } = methodAndPath(operation)
  const schema = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }) as Schema
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => !pathKeys.includes(name))
  return valid({ ...schema, properties: Object.fromEntries(properties) }, ids) as fc.Arbitrary<Fields>
}

function valid(schema: Schema, ids: KnownIds): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => valid(option, ids)))
  const { type } = schema
  // Nullable, when nothing else is said of it.
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

/** Any characters but NUL, counted in code points; often exactly as few or as many as allowed. */
function text(minLength: number, maxLength: number): fc.Arbitrary<string> {
  const limits = [minLength, maxLength].map((length) => character.map((c) => c.repeat(length)))
  return fc.oneof(fc.string({ unit: character, minLength, maxLength }), ...limits)
}

// ---- Something wrong ----------------------------------------------------------------------------------------

/** JSON text that JSON.stringify does not write. */
export class Verbatim {
  readonly json: string
  constructor(json: string) {
    this.json = json
  }
}

export function toJson(value: unknown): string {
  if (value instanceof Verbatim) return value.json
  if (Array.isArray(value)) return `[${value.map(toJson).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  return `{${Object.entries(value)
    .map(([name, inner]) => `${JSON.stringify(name)}:${toJson(inner)}`)
    .join()}}`
}

const oddValues: unknown[] = [
  null,
  true,
  '',
  ' ',
  0,
  -1,
  1.5,
  2 ** 53,
  [],
  {},
  [null],
  [[]],
  { id: null },
  { toString: null },
  'a'.repeat(70_000),
  '𝕏🎬'.repeat(3_000),
  '\ud800',
  'x\udfff\ud800y',
  'nul \0 nul',
  '\u202eltr\u2066',
  '\u0000',
  '\ufeff',
  '%00',
  "'; drop table projects; --",
  '__proto__',
  '9999-99-99',
  '2026-02-30',
  '0000-00-00',
  '00000000-0000-0000-0000-000000000000',
  new Verbatim('-0'),
  new Verbatim('1e400'),
  new Verbatim('-1e-400'),
  new Verbatim('123456789012345678901234567890'),
  new Verbatim('1.0'),
  new Verbatim(`${'['.repeat(500)}${']'.repeat(500)}`),
  new Verbatim(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`),
  new Verbatim('{"__proto__":{"id":"x"}}'),
  new Verbatim('{"constructor":{"prototype":{"id":"x"}}}'),
  new Verbatim('{"id":"a","id":"b"}'),
]

const oddNames = [
  '',
  'noSuchField',
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toString',
  'projectId',
  'id',
  'a.b',
  'a/b~c',
  '0',
  'length',
  'then',
  'nul\0',
  '\ud800',
  'x'.repeat(2_000),
]

export type Mutation = { at: number; change: 'remove' | 'replace' | 'add'; name: string; value: unknown }

export const mutations: fc.Arbitrary<Mutation[]> = fc.array(
  fc.record({
    at: fc.nat(),
    change: fc.constantFrom('remove', 'replace', 'add'),
    name: fc.constantFrom(...oddNames),
    value: fc.oneof(fc.constantFrom(...oddValues), fc.jsonValue({ maxDepth: 3 })),
  }),
  { minLength: 1, maxLength: 3 },
)

/** Applies the changes to a copy, each at one of the places that the input has. */
export function mutate(fields: Fields, changes: Mutation[]): Fields {
  const copy = structuredClone(fields)
  for (const { at, change, name, value } of changes) {
    const spots = places(copy)
    const [holder, key] = spots[at % spots.length]!
    if (change === 'add' || key === undefined) define(holder, name, value)
    else if (change === 'remove') delete holder[key]
    else define(holder, key, value)
  }
  return copy
}

/** Every object with each of its keys, and once without one. */
function places(value: unknown): [holder: Fields, key?: string][] {
  if (typeof value !== 'object' || value === null || value instanceof Verbatim) return []
  const holder = value as Fields
  const inner = Object.entries(holder).flatMap(([key, child]): [Fields, string?][] => [
    [holder, key],
    ...places(child),
  ])
  return [...inner, [holder]]
}

const oddPairs = [
  '',
  '=',
  '=1',
  '.=1',
  '..=1',
  'noSuchField=1',
  '__proto__=1',
  '__proto__.x=1',
  'constructor.prototype.x=1',
  'toString=1',
  'a[b]=1',
  '%zz=1',
  '%=%',
  '%00=%00',
  '%ff=%c0%af',
  '+=+',
  '&&&',
  '?a=1',
  '#a',
  'next=abc&prev=abc',
  'next=',
  'next=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
]

const oddTexts = [
  '',
  '0',
  '-0',
  '1e3',
  '0x10',
  '1.0',
  'NaN',
  'true',
  'null',
  '[]',
  '{}',
  '%00',
  '%F0%9F%8E%AC',
  '%zz',
  ' ',
]

/** Query strings of known and odd names, with odd, repeated and nested values. */
export function oddQueries(names: string[]): fc.Arbitrary<string> {
  const known = names.flatMap((name) => [
    name,
    `${name}.type`,
    `${name}.direction`,
    `${name}.type.x`,
    `${name}[]`,
  ])
  const value = fc.oneof(fc.constantFrom(...oddTexts), fc.string().map(encodeURIComponent))
  const pair = fc.tuple(fc.constantFrom('x', ...known), value).map(([name, text]) => `${name}=${text}`)
  return fc
    .array(fc.oneof({ weight: 3, arbitrary: pair }, { weight: 1, arbitrary: fc.constantFrom(...oddPairs) }), {
      minLength: 1,
      maxLength: 5,
    })
    .map((pairs) => `?${pairs.join('&').replaceAll(/[ #]/g, '')}`)
}

/** Not an assignment: `__proto__` has to arrive as a name. */
function define(target: Fields, name: string, value: unknown): void {
  // The length of an array is no field that could arrive.
  if (Array.isArray(target) && name === 'length') return
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true })
}
