// The schemas of an OpenAPI document, for validating real responses.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

type Node = { [key: string]: unknown }

/** Every object of a document with its JSON pointer. */
export function* nodes(value: unknown, pointer = ''): Generator<[string, Node]> {
  if (typeof value !== 'object' || value === null) return
  yield [pointer, value as Node]
  for (const [key, inner] of Object.entries(value)) {
    yield* nodes(inner, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
  }
}

export type SchemaBook = {
  /** The schema at a pointer, compiled; throws when it is not a valid one. */
  at(pointer: string): ValidateFunction
}

export function schemaBook(document: object): SchemaBook {
  // A validator is used for a few responses: optimizing its code would cost more than it saves.
  const code = { optimize: false }
  const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true, code })
  formats.default(ajv)
  // The document itself is not a schema; each schema in it is checked when it is compiled.
  ajv.addVocabulary(Object.keys(document))
  ajv.addSchema(document, 'openapi', false, false)
  return { at: (pointer) => ajv.compile({ $ref: `openapi#${encodeURI(pointer)}` }) }
}

/** The same document with `additionalProperties: false` on records, so that undocumented fields fail validation. */
export function closed<T extends object>(document: T): T {
  const copy = structuredClone(document)
  for (const [, node] of nodes(copy)) {
    if (node.type === 'object' && node.properties) node.additionalProperties ??= false
  }
  return copy
}
