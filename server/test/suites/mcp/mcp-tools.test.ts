// Audits all tools: the information that a client and a model need about each.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Tool } from '@modelcontextprotocol/server'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { operations } from '../../../src/service.ts'
import { toolsOf } from '../../../src/surfaces/mcp/tools.ts'
import { nodes } from '../../helpers/openapi-schemas.ts'

const tools = toolsOf(operations)

const audits: Record<string, (tool: Tool) => string[]> = {
  'the description says what it does and when to use it, in 300 characters': ({ name, description = '' }) => [
    ...complain(description.length > 300, `has ${description.length} characters`),
    ...complain(
      !operations.find(({ tool }) => tool === name)!.toolUse,
      'does not say when to use it: add `toolUse`',
    ),
    ...complain(!/^[A-Z].*\.$/.test(description), 'is not a sentence'),
  ],

  'titles and hints are complete, and do not contradict each other': ({ title, annotations = {} }) => [
    ...complain(!title || annotations.title !== title, 'has no title'),
    ...hints.filter((hint) => typeof annotations[hint] !== 'boolean').map((hint) => `does not say ${hint}`),
    ...complain(annotations.readOnlyHint && annotations.destructiveHint, 'destroys by reading'),
    ...complain(annotations.readOnlyHint && !annotations.idempotentHint, 'reads, but not twice'),
  ],

  'inputs are one object, closed, every field described': ({ inputSchema }) => [
    ...complain(inputSchema.type !== 'object' || isUnion(inputSchema), 'is no plain object'),
    ...complain(inputSchema.additionalProperties !== false, 'takes unknown fields'),
    ...Object.entries(inputSchema.properties ?? {})
      .filter(([, field]) => !speaks(field))
      .map(([field]) => `does not describe ${field}`),
  ],

  'deprecated fields are accepted, but not offered': ({ inputSchema }) =>
    [...nodes(inputSchema)].flatMap(([path, node]) => complain('deprecated' in node, `offers ${path}`)),

  'schemas are valid, without references, unions only inside': ({ inputSchema, outputSchema }) =>
    [inputSchema, outputSchema!].flatMap((schema) => [
      ...complain(schema.type !== 'object' || isUnion(schema), 'has a union at the root'),
      ...complain(
        [...nodes(schema)].some(([, node]) => '$ref' in node),
        'has references',
      ),
      ...complain(!compiles(schema), 'is not valid'),
    ]),
}

// One for all tools: each new one compiles the schema of schemas first.
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, code: { optimize: false } })
formats.default(ajv)

const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const

for (const [rule, audit] of Object.entries(audits)) {
  test(rule, () => {
    assert.ok(tools.length > 0)
    assert.deepEqual(
      tools.flatMap((tool) => audit(tool).map((complaint) => `${tool.name} ${complaint}`)),
      [],
    )
  })
}

test('hints follow from the method', () => {
  const hintsOf = (name: string) => tools.find((tool) => tool.name === name)!.annotations!
  assert.equal(hintsOf('list_projects').readOnlyHint, true)
  assert.equal(hintsOf('create_folder').readOnlyHint, false)
  assert.equal(hintsOf('create_folder').idempotentHint, false)
  assert.equal(hintsOf('update_skill').destructiveHint, true)
})

function complain(wrong: unknown, complaint: string): string[] {
  return wrong ? [complaint] : []
}

function isUnion(schema: object): boolean {
  return 'anyOf' in schema || 'oneOf' in schema || 'allOf' in schema
}

/** Whether a schema has a description, or is an object whose fields all have one. */
function speaks(field: unknown): boolean {
  const { description, properties, anyOf } = field as {
    description?: string
    properties?: Record<string, unknown>
    anyOf?: unknown[]
  }
  if (description) return true
  if (properties) return Object.values(properties).every(speaks)
  return anyOf?.some(speaks) ?? false
}

function compiles(schema: object): boolean {
  return typeof ajv.compile(schema) === 'function'
}
