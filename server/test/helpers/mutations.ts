// Invalid inputs and odd query strings.
import fc from 'fast-check'
import type { Fields } from './arbitraries.ts'

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
    .filter(([, inner]) => inner !== undefined)
    .map(([name, inner]) => `${JSON.stringify(name)}:${toJson(inner)}`)
    .join()}}`
}

export const oddValues: unknown[] = [
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
    const given = value instanceof Verbatim ? value : structuredClone(value)
    if (Array.isArray(holder) && (change === 'add' || key === undefined)) holder.push(given)
    else if (change === 'add' || key === undefined) define(holder, name, given)
    else if (change === 'remove') delete holder[key]
    else define(holder, key, given)
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
  // The length of an array is not a field that a client can send.
  if (Array.isArray(target) && name === 'length') return
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true })
}

/** One copy of the input per field and odd value; optional fields that the input lacks are included. */
export function* withOddValues(fields: Fields, names: string[]): Generator<Fields> {
  const complete = { ...Object.fromEntries(names.map((name) => [name, undefined])), ...fields }
  for (let at = 0; at < places(complete).length; at++) {
    for (const value of oddValues) {
      const copy = structuredClone(complete)
      const [holder, key] = places(copy)[at]!
      if (key === undefined) continue
      define(holder, key, value)
      yield copy
    }
  }
}
