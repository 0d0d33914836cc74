// A guest of a share at every other door: tools, streams, image uploads, pages, and what requests carry besides ids.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newPrefixedId, newUuid } from '../../../src/core/ids.ts'
import { methodAndPath } from '../../../src/core/operation.ts'
import { imageOperations } from '../../../src/operations/image-operations.ts'
import { operations } from '../../../src/service.ts'
import { catalogueOf } from '../../../src/surfaces/mcp/tools/catalogue.ts'
import { request } from '../../helpers/mcp-client.ts'
import { type RawAnswer, sendKept } from '../../helpers/raw-http.ts'
import { type SharedProject, sharedProject, shareKinds } from '../../worlds/share-kinds.ts'
import { startWorld } from '../../worlds/world.ts'

const world = await startWorld()
const owner = await world.person({ role: 'OWNER' })
const everything = shareKinds.find(({ name }) => name === 'VERSION, LATEST, everything')!
const set = await sharedProject(world, owner, everything)

type Sent = { body?: unknown; headers?: Record<string, string>; as?: string }

function send(route: string, { body, headers = {}, as = set.guest.token }: Sent = {}): Promise<RawAnswer> {
  const [method, path] = route.split(' ') as [string, string]
  const json = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
  const all: [string, string][] = [
    ['Authorization', `Bearer ${as}`],
    ['X-Request-Id', 'the-same-for-all'],
    ...Object.entries({ ...(json === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers }),
  ]
  return sendKept(world.url, { method, path, headers: all, body: json })
}

const visible = ({ status, headers, body }: RawAnswer) =>
  JSON.stringify({
    status,
    body,
    headers: headers.filter(([name]) => !['date', 'ratelimit', 'ratelimit-policy'].includes(name)),
  })

const unknown = visible(await send(`GET /api/files/${newPrefixedId('FX')}`))

test('404: every tool and every method of MCP, with the same bytes', async () => {
  const names = catalogueOf(operations).map(({ name }) => name)
  assert.ok(names.length > 50)
  const methods = ['initialize', 'server/discover', 'ping', 'tools/list', 'resources/list', 'prompts/list']
  const calls = [
    ...names.map((name) => ({ method: 'tools/call', params: { name, arguments: argumentsFor(set) } })),
    ...[...methods, 'events/list', 'nonsense'].map((method) => ({ method, params: {} })),
    { method: 'resources/read', params: { uri: 'skill://index.json' } },
    { method: 'events/poll', params: { name: 'comment.created', cursor: null } },
  ]
  const answers = new Set<string>()
  for (const path of ['/mcp', '/mcp/readonly'])
    for (const call of calls) {
      const { headers, body } = request(call)
      const answer = await world.call(`POST ${path}`, {
        key: set.guest.token,
        headers: { ...headers, 'X-Request-Id': 'the-same-for-all' },
        body,
      })
      const shown = [...answer.headers].filter(([name]) => name !== 'date')
      answers.add(JSON.stringify([answer.status, shown, answer.body]))
    }
  assert.equal(answers.size, 1, [...answers].join('\n'))
  const [status, , body] = JSON.parse([...answers][0]!)
  assert.deepEqual([status, body.error.data.code], [404, 'not_found'])
  for (const route of ['GET /mcp', 'DELETE /mcp'])
    assert.equal((await world.call(route, { key: set.guest.token })).status, 404, route)
})

function argumentsFor({ projectId, inside, version, share }: SharedProject) {
  return { projectId, fileId: inside, versionId: version, shareId: share.id }
}

test('404: streams and image uploads', async () => {
  const headers = { Accept: 'text/event-stream' }
  for (const route of [`GET /api/projects/${set.projectId}/events`, 'GET /api/notifications/stream'])
    assert.equal(visible(await send(route, { headers })), unknown, route)
  for (const operation of imageOperations) {
    const { method, path } = methodAndPath(operation)
    const answer = await send(`${method} ${path}`, { headers: { 'Content-Type': 'image/png' }, body: 'PNG' })
    assert.equal(visible(answer), unknown, path)
  }
})

test('a token of a share is no session, and no page accepts it', async () => {
  const cookies = ['dailies_session', '__Host-dailies_session'].map((name) => `${name}=${set.guest.token}`)
  for (const cookie of cookies) {
    const answer = await fetch(`${world.url}/api/ping`, { headers: { Cookie: cookie } })
    assert.equal(answer.status, 401)
  }
})

test('400: ids in a body that the guest cannot see are answered as unknown ids are', async () => {
  const { inside, hidden, projectId } = set
  const compare = async (route: string, bodies: Record<string, object>) => {
    const answers = await Promise.all(
      Object.entries(bodies).map(
        async ([what, body]) => [what, visible(await send(route, { body }))] as const,
      ),
    )
    const [, first] = answers[0]!
    assert.match(first, /"status":400/)
    for (const [what, answer] of answers) assert.equal(answer, first, `${route}, ${what}`)
  }
  const replyTo = (id: string) => ({ content: 'x', parent: { id } })
  await compare(`POST /api/files/${inside}/comments`, {
    unknown: replyTo(newUuid()),
    ...Object.fromEntries(hidden.comments.map((id, i) => [`comment ${i}`, replyTo(id)])),
  })
  const attach = (id: string) => ({ content: 'x', attachments: [{ id }] })
  const notOwn = hidden.attachments.slice(0, 4)
  await compare(`POST /api/files/${inside}/comments`, {
    unknown: attach(newPrefixedId('CA')),
    ...Object.fromEntries(notOwn.map((id, i) => [`attachment ${i}`, attach(id)])),
  })
  const into = (id: string) => ({ name: 'a.png', size: 5, folder: { id } })
  await compare(`POST /api/projects/${projectId}/files/upload.multipart`, {
    unknown: into(newPrefixedId('DX')),
    ...Object.fromEntries(hidden.folders.map((id, i) => [`folder ${i}`, into(id)])),
  })
  const archive = (id: string) => ({ files: [{ id }] })
  await compare('POST /api/share/archives', {
    unknown: archive(newPrefixedId('FX')),
    ...Object.fromEntries(hidden.files.map((id, i) => [`file ${i}`, archive(id)])),
  })
  const replace = (id: string) => ({ name: 'a.png', size: 5, replaces: { id } })
  await compare(`POST /api/projects/${projectId}/files/upload.multipart`, {
    unknown: replace(newPrefixedId('FX')),
    shown: replace(inside),
    ...Object.fromEntries(hidden.files.map((id, i) => [`file ${i}`, replace(id)])),
  })
})

test('an answer that is stored for retries is not sent to another caller, nor after the share has ended', async () => {
  const own = await sharedProject(world, owner, everything)
  const route = `POST /api/files/${own.inside}/comments`
  const headers = { 'Idempotency-Key': 'once' }
  const body = { content: 'the same' }
  const ask = async (as: string) => send(route, { headers, body, as })
  const first = await ask(own.guest.token)
  assert.equal(first.status, 201)
  assert.equal((await ask(own.guest.token)).body, first.body)
  for (const as of [own.stranger.token, owner.key]) {
    const other = await ask(as)
    assert.equal(other.status, 201)
    assert.notEqual(other.body, first.body)
  }
  await world.call(`POST /api/shares/${own.share.id}/end`, { key: owner.key })
  const after = await ask(own.guest.token)
  assert.ok([401, 404].includes(after.status), after.body)
})

test('If-Match and ETags open nothing', async () => {
  const version = await send(`GET /api/versions/${set.version}`)
  const eTag = version.headers.find(([name]) => name === 'etag')![1]
  const route = `PATCH /api/versions/${set.version}`
  for (const headers of [{ 'If-Match': eTag }, { 'If-Match': '"0"' }])
    assert.equal(visible(await send(route, { headers, body: { name: 'x' } })), unknown)
})

test('the cursor of a member shows a guest no more than their own', async () => {
  const own = await sharedProject(
    world,
    owner,
    shareKinds.find(({ name }) => name === 'FILE, LATEST, view, own comments')!,
  )
  for (let i = 0; i < 60; i++)
    await world.call(`POST /api/files/${own.inside}/comments`, {
      key: owner.key,
      body: { content: `internal ${i}` },
    })
  const route = `QUERY /api/files/${own.inside}/comments`
  const { body } = await world.call(route, { key: owner.key, body: {} })
  assert.equal(typeof body.page.prev, 'string')
  const answer = await send(route, { body: { prev: body.page.prev }, as: own.guest.token })
  assert.equal(answer.status, 200)
  assert.doesNotMatch(answer.body, /internal/)
})

test('an outsider learns nothing from a deleted, ended or unknown share: 401 and the same bytes', async () => {
  const own = await sharedProject(world, owner, everything)
  const other = await sharedProject(world, owner, everything)
  await world.call(`POST /api/shares/${own.share.id}/end`, { key: owner.key })
  await world.call(`DELETE /api/shares/${other.share.id}`, { key: owner.key })
  const answers = [own.guest.token, other.guest.token, `rvs_${'x'.repeat(36)}`].map((as) =>
    send('GET /api/share', { as }),
  )
  const [ended, deleted, nonsense] = (await Promise.all(answers)).map(visible)
  assert.match(ended!, /"status":401/)
  assert.equal(deleted, ended)
  assert.equal(nonsense, ended)
})
