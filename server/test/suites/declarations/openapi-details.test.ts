// How declarations become OpenAPI, with operations made for these tests.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { anyRole, managers } from '../../../src/core/access.ts'
import { defineOperation, type Operation } from '../../../src/core/operation.ts'
import { cursorInput, cursorPage, numberedPage, pageNumber } from '../../../src/core/pages.ts'
import { ProjectId, VersionId } from '../../../src/core/schemas.ts'
import { documentedStatuses, openapiDocument } from '../../../src/surfaces/openapi/document.ts'

const Thing = z.object({ id: VersionId, note: z.string().nullable() }).meta({ id: 'Thing' })
const handler = async () => undefined as never

function named(name: string, declaration: Omit<Operation, 'name'>): Operation {
  return { ...declaration, name }
}

const base = {
  client: 'things.test',
  summary: 'Made for a test.',
  scope: null,
  tier: 'default',
  handler,
} as const

const listThings = named(
  'listThings',
  defineOperation({
    ...base,
    http: 'GET /api/projects/:projectId/things',
    project: 'projectId',
    roles: anyRole,
    input: z.strictObject({
      projectId: ProjectId,
      page: pageNumber,
      sort: z
        .strictObject({ type: z.enum(['name', 'createdAt']).default('createdAt').describe('By what.') })
        .prefault({}),
      tags: z.array(z.string()).nullish().describe('All of these.'),
      open: z.boolean().nullable().default(null).describe('Open ones.'),
      folder: z.strictObject({ id: z.string().describe('Folder ID.') }).nullish(),
    }),
    output: [200, numberedPage(Thing)],
  }),
)

const queryThings = named(
  'queryThings',
  defineOperation({
    ...base,
    http: 'QUERY /api/things',
    input: z.strictObject({ keyword: z.string().optional().describe('In the name.'), ...cursorInput }),
    output: [200, cursorPage(Thing)],
  }),
)

const addThing = named(
  'addThing',
  defineOperation({
    ...base,
    http: 'POST /api/projects/:projectId/things',
    scope: 'projects:write',
    project: 'projectId',
    roles: managers,
    input: z.strictObject({ projectId: ProjectId, note: z.string().describe('A note.') }),
    output: [201, Thing],
    violations: { things_name_key: 'folder_name_taken', things_fkey: { reference: '/note' } },
    conflicts: ['owner_is_fixed'],
  }),
)

const changeThing = named(
  'changeThing',
  defineOperation({
    ...base,
    http: 'PATCH /api/things/:versionId',
    workspaceRole: 'ADMIN',
    revision: true,
    input: z.strictObject({ versionId: VersionId, note: z.string().optional().describe('A note.') }),
    output: [204],
  }),
)

const dropThing = named(
  'dropThing',
  defineOperation({
    ...base,
    http: 'DELETE /api/things/:versionId',
    input: z.strictObject({
      versionId: VersionId,
      recursive: z.boolean().default(false).describe('With all in it.'),
    }),
    output: [204],
  }),
)

const dropMark = named(
  'dropMark',
  defineOperation({
    ...base,
    http: 'DELETE /api/things/:versionId/marks',
    input: z.strictObject({ versionId: VersionId, type: z.string().describe('Which.') }),
    output: [204],
  }),
)

const enter = named(
  'enter',
  defineOperation({
    ...base,
    http: 'POST /api/things/enter',
    credential: 'optional',
    input: z.strictObject({ word: z.string().describe('The magic one.') }),
    output: [200, Thing],
  }),
)

const all = [listThings, queryThings, addThing, changeThing, dropThing, dropMark, enter]
// biome-ignore lint/suspicious/noExplicitAny: a document is looked into at many places.
const { paths, components }: any = openapiDocument(all, 'https://review.example.com')

test('a GET takes nested fields as dotted names, and nothing in a query string is null', () => {
  const { parameters } = paths['/api/projects/{projectId}/things'].get
  const byName = Object.fromEntries(parameters.map((one: { name: string }) => [one.name, one]))
  assert.deepEqual(Object.keys(byName), ['projectId', 'page', 'sort.type', 'tags', 'open', 'folder.id'])
  assert.equal(byName.projectId.in, 'path')
  assert.deepEqual(byName.page.schema, { default: 1, type: 'integer', minimum: 1, maximum: 100 })
  assert.deepEqual(byName['sort.type'].schema.enum, ['name', 'createdAt'])
  assert.deepEqual(byName.tags.schema, { type: 'array', items: { type: 'string' } })
  assert.equal(byName.open.schema.type, 'boolean')
  assert.ok(parameters.slice(1).every((one: { required: boolean }) => !one.required))
})

test('QUERY is a method of the path with an optional body, and GET is its fallback', () => {
  const { query, get } = paths['/api/things']
  assert.equal(query.operationId, 'queryThings')
  assert.equal(query.requestBody.required, false)
  assert.equal(get.operationId, 'queryThingsByGet')
  assert.equal(get['x-fallback-for'], 'queryThings')
  assert.deepEqual(
    get.parameters.map((one: { name: string }) => one.name),
    ['keyword', 'next', 'prev'],
  )
  const getThings = named('getThings', { ...listThings, http: 'GET /api/things' })
  const taken: typeof paths = openapiDocument([...all, getThings], 'https://review.example.com').paths
  assert.equal(taken['/api/things'].get.operationId, 'getThings')
})

test('fields that the path does not name go into the body', () => {
  const { schema } = paths['/api/projects/{projectId}/things'].post.requestBody.content['application/json']
  assert.deepEqual(Object.keys(schema.properties), ['note'])
  assert.deepEqual(schema.required, ['note'])
  assert.equal(schema.additionalProperties, false)
})

test('DELETE has options in the query string and required fields in a body', () => {
  const options = paths['/api/things/{versionId}'].delete
  assert.equal(options.requestBody, undefined)
  assert.equal(options.parameters[1].name, 'recursive')
  assert.equal(paths['/api/things/{versionId}/marks'].delete.requestBody.required, true)
})

test('records with an id are shared schemas, open to new fields', () => {
  const { post, get } = paths['/api/projects/{projectId}/things']
  const data = { $ref: '#/components/schemas/Thing' }
  assert.deepEqual(post.responses[201].content['application/json'].schema.properties.data, data)
  assert.deepEqual(get.responses[200].content['application/json'].schema.properties.data.items, data)
  assert.equal(components.schemas.Thing.additionalProperties, undefined)
  const other = named('other', {
    ...addThing,
    http: 'POST /api/others',
    output: [201, z.object({}).meta({ id: 'Thing', title: 'x' })],
  })
  assert.throws(() => openapiDocument([...all, other], 'https://review.example.com'))
})

test('the documented statuses are the possible ones', () => {
  const always = [400, 401, 408, 429, 431, 500, 503]
  const statuses = (operation: Operation) => documentedStatuses(operation).filter((s) => !always.includes(s))
  assert.deepEqual(statuses(listThings), [200, 404])
  assert.deepEqual(statuses(queryThings), [200, 413, 415])
  assert.deepEqual(statuses(addThing), [201, 403, 404, 409, 413, 415, 422, 507])
  assert.deepEqual(statuses(changeThing), [204, 403, 404, 412, 413, 415, 507])
  assert.deepEqual(statuses(dropThing), [204, 404, 413, 415, 507])
  for (const operation of all)
    assert.deepEqual(
      documentedStatuses(operation).filter((s) => always.includes(s)),
      always,
    )
  assert.ok(!documentedStatuses(queryThings, 'GET').includes(415))
})

test('an optional credential: no credential is an alternative, and an invalid one may be refused', () => {
  const { security, description } = paths['/api/things/enter'].post
  assert.deepEqual(security, [{}, { bearer: [] }, { session: [] }])
  assert.match(description, /^Made for a test\.\n\nAny credential, or none\./)
  assert.ok([401, 403].every((status) => documentedStatuses(enter).includes(status)))
  assert.deepEqual(paths['/api/things'].query.security, [{ bearer: [] }, { session: [] }])
})

test('409 names every conflict, of constraints, of the handler and of Idempotency-Key', () => {
  const { description } = paths['/api/projects/{projectId}/things'].post.responses[409]
  for (const code of ['folder_name_taken', 'owner_is_fixed', 'idempotency_in_progress']) {
    assert.ok(description.includes(`\`${code}\``))
  }
})

test('headers are documented where they apply', () => {
  const names = (operation: { parameters?: { in: string; name: string }[] }) =>
    operation.parameters?.filter((one) => one.in === 'header').map((one) => one.name)
  const { patch, delete: drop } = paths['/api/things/{versionId}']
  assert.deepEqual(names(paths['/api/projects/{projectId}/things'].post), ['Idempotency-Key'])
  assert.deepEqual(names(patch), ['If-Match'])
  assert.ok('ETag' in patch.responses[204].headers)
  assert.deepEqual(names(drop), [])
  assert.ok(!('ETag' in drop.responses[204].headers))
})

test('access is documented in extensions, and the scope in the security requirement', () => {
  const { post } = paths['/api/projects/{projectId}/things']
  assert.deepEqual(post.security, [{ bearer: ['projects:write'] }, { session: [] }])
  assert.equal(post['x-scope'], 'projects:write')
  assert.deepEqual(post['x-roles'], managers)
  assert.equal(post['x-tier'], 'default')
  assert.equal(paths['/api/things/{versionId}'].patch['x-workspace-role'], 'ADMIN')
})
