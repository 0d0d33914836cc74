import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies, DailiesError } from '@dailies/sdk'
import { startWorld } from '../../server/test/worlds/world.ts'
import { startProxy } from './hostile-proxy.ts'

const world = await startWorld()
const proxy = await startProxy(world.url)

test('methods take path parameters, fields and options, and return data', async () => {
  const { id, owner } = await world.project()
  const client = new Dailies({ baseUrl: world.url, token: owner.key })
  const ping = await client.ping()
  assert.equal(ping.pong, true)
  const folder = await client.folders.create(id, { name: 'Shots' })
  const inner = await client.folders.create(id, { name: 'Day 1', parent: folder })
  assert.deepEqual(
    (await client.folders.list(id)).map(({ name }) => name),
    ['Shots', 'Day 1'],
  )
  assert.equal(await client.folders.delete(folder.id, { recursive: true }), undefined)
  await assert.rejects(client.folders.delete(inner.id), (error: DailiesError) => {
    assert(error instanceof DailiesError)
    assert.equal(error.code, 'not_found')
    assert.equal(error.status, 404)
    assert.equal(error.authenticated, true)
    assert.match(error.requestId!, /./)
    return true
  })
})

test('an invalid baseUrl or token throws before anything is sent', async () => {
  for (const baseUrl of ['localhost:8080', 'ftp://example.com', 'https://ann:secret@example.com'])
    assert.throws(() => new Dailies({ baseUrl }), { name: 'TypeError', message: /^baseUrl must be/ }, baseUrl)
  for (const token of ['rvk_…', 'rvk_a b', 'rvk_a\nX-Evil: 1', '']) {
    let sent = 0
    const count: typeof fetch = async (input, init) => {
      sent++
      return fetch(input, init)
    }
    const client = new Dailies({ baseUrl: world.url, token, fetch: count })
    await assert.rejects(client.ping(), (error: Error) => {
      assert(error instanceof TypeError)
      assert.match(error.message, /^The token/)
      assert.ok(token === '' || !error.message.includes(token))
      return true
    })
    assert.equal(sent, 0)
  }
})

test('an error says which field is invalid and whether the token was accepted', async () => {
  const { owner } = await world.project()
  const create = (token: string) =>
    new Dailies({ baseUrl: world.url, token }).projects.create({
      name: '',
      accessRange: 'ONLY_PROJECT_MEMBER',
    })
  await assert.rejects(create(owner.key), { message: '`name`: must not be empty.', authenticated: true })
  await assert.rejects(create('rvk_wrong'), { code: 'unauthenticated', authenticated: false })
})

test('call takes one flat object and returns pages unchanged', async () => {
  const { id, owner } = await world.project({ name: 'A flat one' })
  const client = new Dailies({ baseUrl: world.url, token: owner.key })
  assert.equal((await client.call('getProject', { projectId: id })).name, 'A flat one')
  const page = await client.call('listProjects', { keyword: 'flat' })
  assert.deepEqual([page.data.map((project) => project.id), page.next, page.prev], [[id], null, null])
})

test('errors have the code, message, fields and request id of the response', async () => {
  const { id, owner } = await world.project()
  const client = new Dailies({ baseUrl: world.url, token: owner.key })
  const refused = client.folders.create(id, { name: '', parent: { id: 'nonsense' } })
  await assert.rejects(refused, (error: DailiesError) => {
    assert.ok(error instanceof DailiesError)
    assert.deepEqual([error.status, error.code, error.name], [400, 'invalid_request', 'DailiesError'])
    assert.deepEqual(error.errors.map(({ path }) => path).sort(), ['/name', '/parent/id'])
    assert.match(error.requestId!, /./)
    return true
  })
})

test('a response that does not come from Dailies is reported as such', async () => {
  const client = new Dailies({ baseUrl: proxy.url, token: 'rvk_any' })
  proxy.script({ status: 200, body: '<html>Sign in to the network</html>' })
  await assert.rejects(client.ping(), { code: 'unexpected_answer', status: 200 })
  proxy.script({ status: 301, headers: { Location: 'https://example.com' } })
  await assert.rejects(client.ping(), { code: 'unexpected_answer', message: /redirect/ })
})

test('an id that would change the path throws before sending', async () => {
  const { owner } = await world.project()
  const client = new Dailies({ baseUrl: proxy.url, token: owner.key })
  proxy.script()
  for (const id of ['', '.', '..', undefined as unknown as string]) {
    await assert.rejects(async () => client.folders.delete(id), TypeError)
  }
  await assert.rejects(client.folders.delete('a/../../b?c#d'), { code: 'not_found' })
  assert.deepEqual(
    proxy.seen.map(({ path }) => path),
    ['/api/folders/a%2F..%2F..%2Fb%3Fc%23d'],
  )
})

test('ifMatch: changing a record that has changed returns 412', async () => {
  const { owner } = await world.project()
  const { skills } = new Dailies({ baseUrl: world.url, token: owner.key })
  const { id } = await skills.create({ name: 'cut', description: 'Cutting', content: '# Cut' })
  let ifMatch = ''
  const onResponse = ({ headers }: { headers: Headers }) => {
    ifMatch = headers.get('etag')!
  }
  await skills.get(id, { onResponse })
  await skills.update(id, { license: 'MIT' }, { ifMatch })
  await assert.rejects(skills.update(id, { license: 'BSD' }, { ifMatch }), { code: 'precondition_failed' })
})
