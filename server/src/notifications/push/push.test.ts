// Push messages over real HTTP: a push service that receives them, and browsers that decrypt them.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { newFile } from '../../../test/worlds/samples.ts'
import type { Person } from '../../../test/worlds/world.ts'
import { newUuid } from '../../core/ids.ts'
import { startPushWorld } from './fixtures/push-world.ts'

const { world, sql, service, browser, notify, pass, waiting, worker } = await startPushWorld()
const { id: projectId, owner } = await world.project({ owner: await world.person({ name: 'Ann Lee' }) })
const bo = await world.member(projectId, 'PROJECT_MEMBER', { name: 'Bo Lindqvist' })

beforeEach(async () => {
  await sql`delete from push_subscriptions`
  await sql`delete from pushes`
  service.answer()
})

/** A new file of Ann. */
const file = () => newFile(world, projectId, owner)

async function succeed(route: string, { key }: { key: string }, body?: object) {
  const answer = await world.call(route, { key, ...(body ? { body } : {}) })
  assert.ok(answer.status < 300, JSON.stringify(answer.body))
  return answer.body?.data
}

async function comment(fileId: string, content = 'Brighter, please', person: Person = bo): Promise<string> {
  return (await succeed(`POST /api/files/${fileId}/comments`, person, { content })).id
}

/** A comment on a new file of the person, about which they get a message. */
async function notified(person: Person = owner): Promise<string> {
  const fileId = await newFile(world, projectId, person)
  await comment(fileId, 'Brighter, please', person === owner ? bo : owner)
  await notify()
  return fileId
}

test('a comment reaches the browsers of its reader, and nobody else: encrypted, signed, once', async () => {
  const laptop = await browser(owner.userId)
  const phone = await browser(owner.userId)
  const other = await browser(bo.userId)
  const fileId = await file()
  const mention = `Hello @[Ann](user:${owner.userId}), brighter`
  const commentId = await comment(fileId, mention)
  await notify()
  assert.equal(await waiting(), 2)
  const sender = worker()
  // A message waits for further events, and for the person to read it in the app.
  await sender.sendDue()
  assert.equal(service.requests.length, 0)
  await pass()
  await sender.sendDue()
  await sender.sendDue()
  const [message, ...more] = laptop.messages()
  const { tag, ...rest } = message!
  assert.deepEqual(more, [])
  const { name } = (await sql<{ name: string }>`select name from files where id = ${fileId}`)[0]!
  assert.deepEqual(rest, {
    title: `Bo Lindqvist mentioned you on ${name}`,
    body: 'Hello @Ann, brighter',
    path: `/files/${fileId}?comment=${commentId}`,
  })
  assert.deepEqual(phone.messages(), [message])
  assert.deepEqual([other.messages(), await waiting()], [[], 0])
  const { headers } = service.requests[0]!
  assert.match(headers.authorization!, /^vapid t=[\w.-]+, k=[\w-]{87}$/)
  assert.deepEqual(
    [headers['content-encoding'], headers.ttl, headers.urgency],
    ['aes128gcm', '86400', 'high'],
  )
  assert.equal(Buffer.from(headers.topic as string, 'base64url').toString('hex'), tag.replaceAll('-', ''))
})

test('further events replace the message of their notification, a minute later at the earliest', async () => {
  const laptop = await browser(owner.userId)
  const fileId = await file()
  const sender = worker()
  await comment(fileId)
  await comment(fileId, 'And louder')
  await notify()
  await pass()
  await sender.sendDue()
  await comment(fileId, 'Thanks')
  await notify()
  const [row] = await sql<{ wait: boolean }>`
    select due_at between now() + interval '30 s' and now() + interval '61 s' as wait from pushes`
  assert.deepEqual(row, { wait: true })
  await pass()
  await sender.sendDue()
  const [first, second] = laptop.messages()
  assert.deepEqual([first!.body, second!.body], ['And louder', 'Thanks'])
  assert.equal(first!.tag, second!.tag)
})

test('an event that happens during the request is sent in a message of its own', async () => {
  const laptop = await browser(owner.userId)
  const fileId = await notified()
  await pass()
  const answer = Promise.withResolvers<{ status: number }>()
  service.answer(() => answer.promise)
  const sender = worker()
  const arrival = service.arrival()
  const sending = sender.sendDue()
  await arrival
  await comment(fileId, 'Meanwhile')
  await notify()
  answer.resolve({ status: 201 })
  await sending
  assert.equal(await waiting(), 1)
  await pass()
  await sender.sendDue()
  const bodies = laptop.messages().map(({ body }) => body)
  assert.deepEqual([bodies, await waiting()], [['Brighter, please', 'Meanwhile'], 0])
})

test('nothing is sent about what was read, deleted, or is out of sight by now', async () => {
  const reviewer = await world.member(projectId, 'PROJECT_REVIEWER', { name: 'Rae' })
  const laptop = await browser(reviewer.userId)
  const mention = `@[Rae](user:${reviewer.userId}) look`
  const [read, deleted, hidden] = [await file(), await file(), await file()]
  for (const fileId of [read, hidden]) await comment(fileId, mention)
  const gone = await comment(deleted, mention)
  await notify()
  assert.equal(await waiting(), 3)
  await succeed('POST /api/notifications/read', reviewer, { file: { id: read } })
  await succeed(`DELETE /api/comments/${gone}`, bo)
  await sql`delete from project_members where project_id = ${projectId} and user_id = ${reviewer.userId}`
  const sent = service.requests.length
  await pass()
  await worker().sendDue()
  assert.deepEqual([laptop.messages(), service.requests.length, await waiting()], [[], sent, 0])
})

test('nothing is sent after signing out, in another workspace, or to an expired session', async () => {
  const [left, expired] = [await browser(bo.userId), await browser(bo.userId)]
  const elsewhere = await world.workspace()
  await sql`
    insert into workspace_members (id, workspace_id, user_id, role)
    values (${newUuid()}, ${elsewhere}, ${bo.userId}, 'MEMBER')`
  const other = await browser(bo.userId, elsewhere)
  await notified(bo)
  assert.equal(await waiting(), 2)
  const { body } = await world.call('GET /api/account', { key: left.session })
  await world.call(`DELETE /api/account/sessions/${body.data.session.id}`, { key: left.session })
  await sql`
    update sessions set expires_at = now() where id = (
      select session_id from push_subscriptions where endpoint = ${expired.endpoint})`
  await pass()
  await worker().sendDue()
  for (const one of [left, expired, other]) assert.deepEqual(one.messages(), [])
  assert.equal(await waiting(), 0)
  const rest = await sql`select from push_subscriptions where endpoint = ${left.endpoint}`
  assert.equal(rest.length, 0)
})

test('a subscription that its service no longer knows is deleted', async () => {
  for (const status of [404, 410]) {
    const [gone, kept] = [await browser(owner.userId), await browser(owner.userId)]
    service.answer((path) => ({ status: gone.endpoint.endsWith(path) ? status : 201 }))
    await notified()
    await pass()
    await worker().sendDue()
    const known = await world.call('GET /api/push-subscription', { key: gone.session })
    assert.equal(known.body.data.endpoint, null)
    assert.equal(kept.messages().length, 1)
    assert.equal(await waiting(), 0)
  }
})

test('a service that fails is tried five times, and as late as it asks', async () => {
  const laptop = await browser(owner.userId)
  const waits: number[] = []
  const sender = worker()
  await notified()
  const answers = [
    { status: 503 },
    { status: 429, headers: { 'retry-after': '120' } },
    { status: 500 },
    { status: 502 },
    { status: 503 },
  ]
  for (const answer of answers) {
    service.answer(() => answer)
    await pass()
    await sender.sendDue()
    const [row] = await sql<{ wait: number }>`
      select round(extract(epoch from due_at - now()) / 10)::integer * 10 as wait from pushes`
    waits.push(row?.wait ?? -1)
  }
  assert.deepEqual(waits, [10, 120, 600, 3_600, -1])
  assert.equal(laptop.messages().length, answers.length)
  service.answer(() => ({ status: 403 }))
  await notified()
  await pass()
  await sender.sendDue()
  service.answer()
  // The key may be wrong, or the clock of this server: the message is dropped, and the subscription stays.
  assert.equal(await waiting(), 0)
  assert.equal((await sql`select from push_subscriptions`).length, 1)
})

test('two workers send each message once; a third one takes over after a lease', async () => {
  const laptops = await Promise.all([1, 2, 3, 4, 5, 6].map(() => browser(owner.userId)))
  await notified()
  await notified()
  await pass()
  const [one, two] = [worker(), worker()]
  await Promise.all([one.sendDue(), two.sendDue()])
  await Promise.all([one.sendDue(), two.sendDue()])
  for (const laptop of laptops) {
    const tags = laptop.messages().map(({ tag }) => tag)
    assert.deepEqual([tags.length, new Set(tags).size], [2, 2])
  }
  // A worker that was killed leaves its claim, which the next one respects.
  const [first] = laptops
  await notified()
  await sql`update pushes set due_at = now() + interval '30 s', attempts = 1`
  await one.sendDue()
  assert.equal(first!.messages().length, 2)
  await pass()
  await two.sendDue()
  assert.equal(first!.messages().length, 3)
})

test('endpoints that do not answer take four requests of a person, and delay nobody else', async () => {
  const silent = await Promise.all([1, 2, 3, 4, 5, 6].map(() => browser(owner.userId)))
  const quick = await browser(bo.userId)
  const hanging = new Set(silent.map(({ endpoint }) => new URL(endpoint).pathname))
  service.answer((path) => (hanging.has(path) ? undefined : { status: 201 }))
  await notified()
  await notified(bo)
  await pass()
  const sender = worker()
  const before = service.requests.length
  const sending = sender.sendDue()
  while (service.requests.length < before + 5) await service.arrival()
  assert.equal(quick.messages().length, 1)
  assert.equal(silent.flatMap((one) => one.messages()).length, 4)
  await sender.close()
  await sending
})

test('a restored copy sends nothing', async () => {
  const laptop = await browser(owner.userId)
  await notified()
  await pass()
  await sql`insert into settings (name, value) values ('restored_copy', 'now')`
  await worker().sendDue()
  assert.deepEqual(laptop.messages(), [])
  await sql`delete from settings where name = 'restored_copy'`
})

test('names of the internal network are refused when connecting', async () => {
  const laptop = await browser(owner.userId)
  await sql`update push_subscriptions set endpoint = 'https://internal.example/x'`
  await notified()
  await pass()
  const resolve = (_name: string, _options: object, done: (error: null, found: object[]) => void) =>
    done(null, [{ address: '10.0.0.1', family: 4 }])
  await worker({ hosts: [], resolve: resolve as never }).sendDue()
  const [row] = await sql`select attempts, due_at > now() as waits from pushes`
  assert.deepEqual([row, laptop.messages()], [{ attempts: 1, waits: true }, []])
})
