// Audits all tools: the information that a client and a model need about each.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Tool } from '@modelcontextprotocol/server'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { operations } from '../../../src/service.ts'
import { catalogueOf, defaultTools } from '../../../src/surfaces/mcp/tools/catalogue.ts'
import { nodes } from '../../helpers/openapi-schemas.ts'

// Those that only the review card calls are hidden from models.
const tools = catalogueOf(operations)
  .filter(({ app }) => app !== 'only')
  .flatMap((tool) => [tool, ...(tool.readOnly ? [tool.readOnly] : [])])
  .map((tool) => tool.describe())

const audits: Record<string, (tool: Tool) => string[]> = {
  'the description says what it does and when to use it, in 300 characters': ({ description = '' }) => [
    ...complain(description.length > 300, `has ${description.length} characters`),
    ...complain(!/\b(Use|Start|Read|before you)\b/.test(description), 'does not say when to use it'),
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

  'inputs can be made strict by the rules of OpenAI: one type each, no null, no maps': ({ inputSchema }) =>
    [...nodes(inputSchema)].flatMap(([path, node]) => [
      ...complain('anyOf' in node || 'oneOf' in node || 'allOf' in node, `has a union at ${path}`),
      ...complain(node.type === 'null' || Array.isArray(node.type), `takes null at ${path}`),
      ...complain(node.type === 'object' && node.additionalProperties !== false, `is open at ${path}`),
      ...complain(typeof node.pattern === 'string', `has a keyword that strict schemas lack at ${path}`),
    ]),

  'descriptions use the words of agents': ({ description, inputSchema }) =>
    [description, ...[...nodes(inputSchema)].map(([, node]) => node.description)]
      .filter((text) => typeof text === 'string' && foreignWords.test(text))
      .map((text) => `says: ${text}`),

  'deprecated fields are accepted, but not offered': ({ inputSchema }) =>
    [...nodes(inputSchema)].flatMap(([path, node]) => complain('deprecated' in node, `offers ${path}`)),

  'schemas are valid, without references, unions only inside': ({ inputSchema, outputSchema }) =>
    [inputSchema, ...(outputSchema ? [outputSchema] : [])].flatMap((schema) => [
      ...complain(schema.type !== 'object' || isUnion(schema), 'has a union at the root'),
      ...complain(
        [...nodes(schema)].some(([, node]) => '$ref' in node),
        'has references',
      ),
      ...complain(!compiles(schema), 'is not valid'),
    ]),
}

/** The words of HTTP and of the API's operations, which mean nothing to an agent. */
const foreignWords = /ETag|If-Match|\bHTTP\b|\b(Get|List) (File|Models|Inbox)\b|\bnull\b/

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

/** The tokenizer of GPT-4o and later takes 4.4 characters of these schemas for a token; it weighs 55 MB. */
const charactersPerToken = 4.2

const referenceTools = [
  ...[
    'add_project_members',
    'create_folder',
    'create_project_comment',
    'generate_file',
    'get_project_access_link',
  ],
  ...['list_project_members', 'publish_skill_version', 'update_skill', 'whoami'],
]

test('by default at most 30 tools and 6,000 tokens, with the nine of the reference', () => {
  const listed = defaultTools(operations)
  const names = listed.map(({ name }) => name)
  assert.deepEqual(
    referenceTools.filter((name) => !names.includes(name)),
    [],
  )
  assert.ok(listed.length <= 30, `${listed.length} tools: ${names.join(' ')}`)
  const tokens = listed.map(({ name, description, inputSchema }) =>
    Math.ceil(JSON.stringify({ name, description, parameters: inputSchema }).length / charactersPerToken),
  )
  const total = tokens.reduce((sum, count) => sum + count, 0)
  assert.ok(total <= 6000, `${total} tokens: ${names.map((name, i) => `${name} ${tokens[i]}`).join(', ')}`)
})
