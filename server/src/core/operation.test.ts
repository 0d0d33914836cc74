// Code that must not compile: the network where a transaction may be open, and fields that a declaration does not
// give. `npm run check` compiles this file and fails when an expected error does not occur.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { defineOperation } from './operation.ts'

const base = {
  client: 'things.test',
  summary: 'For a test.',
  scope: null,
  tier: 'default',
  input: z.strictObject({}),
  output: [200, z.object({ url: z.string() })],
} as const

const key = '019a8c2e-0000-7000-8000-000000000000'
const options = { fileName: 'a', mimeType: 'text/plain', inline: false, seconds: 60 }

test('a handler that may run in a transaction has no storage, no mail and no Redis', () => {
  const change = defineOperation({
    ...base,
    http: 'POST /api/things',
    async handler(_input, context) {
      // @ts-expect-error
      await context.storage.remove(key)
      // @ts-expect-error
      await context.mail.send({ to: 'ann@example.com', subject: 'a', text: 'b' })
      // @ts-expect-error
      await context.guess('a secret')
      // @ts-expect-error
      await context.providers.named('openai')?.cancel?.({}, AbortSignal.timeout(1))
      return { url: '' }
    },
  })
  assert.equal(change.http, 'POST /api/things')
})

test('a context has exactly the fields of its declaration', () => {
  const input = z.strictObject({ projectId: z.string() })
  const inProject = { ...base, input, project: 'projectId', roles: ['PROJECT_OWNER'] } as const
  const checked = defineOperation({
    ...inProject,
    http: 'POST /api/projects/:projectId/things',
    async prepare(_input, { role, projectId, caller }) {
      return { role, projectId, userId: caller.userId }
    },
    async handler(_input, context) {
      // @ts-expect-error
      context.access
      // @ts-expect-error
      context.visitor
      return { url: context.projectId + context.role + context.caller.userId }
    },
    async after(_input, context, result) {
      // @ts-expect-error
      context.projectId
      // @ts-expect-error
      context.setRevision(1)
      return result
    },
  })
  const joined = defineOperation({
    ...inProject,
    http: 'PUT /api/projects/:projectId/things',
    joinsAccess: true,
    async handler(_input, context) {
      // @ts-expect-error
      context.role
      return { url: String(context.access) }
    },
  })
  const open = defineOperation({
    ...base,
    http: 'PATCH /api/things',
    credential: 'optional',
    async handler(_input, context) {
      // @ts-expect-error
      context.caller
      // @ts-expect-error
      context.projectId
      return { url: context.visitor?.userId ?? '' }
    },
  })
  assert.equal(checked.project, joined.project)
  assert.equal(open.credential, 'optional')
})

test('a read can sign URLs and has no other access to the storage', () => {
  const read = defineOperation({
    ...base,
    http: 'GET /api/things',
    async handler(_input, { storage }) {
      // @ts-expect-error
      await storage.stat(key)
      return { url: await storage.downloadUrl(key, options) }
    },
  })
  assert.equal(read.http, 'GET /api/things')
})
