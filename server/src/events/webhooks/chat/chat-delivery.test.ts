import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { newFile } from '../../../../test/worlds/samples.ts'
import type { Person } from '../../../../test/worlds/world.ts'
import { newUuid } from '../../../core/ids.ts'
import type { ChatFormat } from '../../../records/webhook.ts'
import { claim } from '../delivery-queue.ts'
import { answer, type Behaviour, startReceiver } from '../fixtures/receiver.ts'
import { startWebhookWorld, until } from '../fixtures/webhook-world.ts'
import { documentedPayloads } from './fixtures/documented-payloads.ts'
import { batchPace, gather, talkPace } from './gather.ts'

const world = await startWebhookWorld()
const { sql } = world.database
const { admin } = world

beforeEach(() => sql`delete from webhooks`)

/** Answers as the service does: 400 for a payload that its documentation does not allow. */
const service = (format: ChatFormat): Behaviour => {
  return (_request, response, { body }) => {
    const { success } = documentedPayloads[format].safeParse(JSON.parse(body))
    response.writeHead(success ? 200 : 400).end(success ? 'ok' : 'invalid_payload')
  }
}

async function startChat(format: ChatFormat, events: string[] = ['*'], owner: Person = admin) {
  const receiver = await startReceiver(service(format))
  const url = format === 'ntfy' ? `http://${receiver.host}/our-dailies` : receiver.url
  const made = await world.call('POST /api/webhooks', { url, events, format }, owner.key)
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id } = made.body.data
  return { ...receiver, id, bodies: () => receiver.received.map(({ body }) => JSON.parse(body)) }
}

async function startProject(name = 'Summer') {
  const { id, owner } = await world.project({ owner: admin, name })
  const file = await newFile(world, id, owner)
  await sql`update files set name = 'Teaser.mov' where id = ${file}`
  const comment = async (content: string, key = owner.key) => {
    const { status, body } = await world.call(`POST /api/files/${file}/comments`, { content }, key)
    assert.equal(status, 201, JSON.stringify(body))
    return body.data.id as string
  }
  return { id, owner, file, comment }
}

/** Numbers the events, lets the waiting time pass, and waits until every message was sent. */
async function delivered(seconds: number = talkPace.quiet): Promise<void> {
  await sql`select number_events(1000)`
  await world.pass(`${seconds} seconds`)
  const worker = world.worker()
  await until(
    'all messages are formed',
    async () => (await sql`select from webhook_waiting limit 1`).length === 0,
  )
  await world.settled()
  await worker.close()
}

const states = (log: { state: string }[]) => log.map(({ state }) => state)

test('a comment is posted to each chat with names, an excerpt and a link; the log shows what was sent', async () => {
  const { file, comment, owner } = await startProject()
  const chats = await Promise.all(
    (['slack', 'teams', 'discord', 'ntfy'] as const).map((format) => startChat(format, ['comment.created'])),
  )
  const id = await comment(`Too dark, @[Ben](user:${owner.userId})`)
  await delivered()
  for (const chat of chats) {
    assert.equal(chat.received.length, 1)
    const [{ body, headers }] = chat.received as [(typeof chat.received)[0]]
    for (const part of [
      'Ada commented on Teaser.mov',
      'Too dark, @Ben',
      `/files/${file}?comment=${id}`,
      'Summer',
    ])
      assert.ok(body.includes(part), `${part}: ${body}`)
    assert.deepEqual([headers['webhook-signature'], headers['webhook-id']], [undefined, undefined])
    const [one, ...others] = await world.log(chat.id)
    assert.equal(others.length, 0)
    assert.deepEqual(
      [one.state, one.eventCount, one.sentWith, one.request.body],
      ['DELIVERED', 1, null, body],
    )
    for (const [name, value] of Object.entries(one.request.headers)) assert.equal(headers[name], value)
  }
})

test('500 uploads are one message, and the log has every event', async () => {
  const { id: projectId, file } = await startProject()
  const chat = await startChat('slack', ['file.uploaded'])
  const other = await startProject('Winter')
  const upload = (project: string, of: string, count: number) => sql`
    insert into outbox (workspace_id, event_id, type, project_id, actor_id, audience, file_id, data)
    select ${world.workspaceId}, gen_random_uuid(), 'file.uploaded', ${project}, ${admin.userId}, 'ANYONE', ${of},
      json_build_object('file', json_build_object('id', ${of}::text))
    from generate_series(1, ${count}::integer)`
  await upload(projectId, file, 500)
  await upload(other.id, other.file, 1)
  await delivered(batchPace.quiet)
  const texts = chat.bodies().map(({ text }) => text)
  assert.deepEqual(texts.toSorted(), ['Ada uploaded 500 files', 'Ada uploaded Teaser.mov'])
  const rows = await sql<{ state: string; count: number; own: number; reported: number }>`
    select state, count(*)::integer as count, count(*) filter (where message_id is null)::integer as own,
      sum(coalesce(cardinality(members), 0) + 1) filter (where message_id is null)::integer as reported
    from webhook_deliveries where webhook_id = ${chat.id} group by state`
  assert.deepEqual(rows, [{ state: 'DELIVERED', count: 501, own: 2, reported: 501 }])
  const [member] = (await world.log(chat.id)).filter((one: { sentWith: unknown }) => one.sentWith !== null)
  assert.deepEqual([member.state, member.attempts, member.nextAttemptAt], ['DELIVERED', [], null])
  assert.ok(chat.received.some(({ body }) => body === member.request.body))
})

test('a message waits until its kind is quiet, but not longer than the first event may wait', async () => {
  const { comment } = await startProject()
  await startChat('slack', ['comment.created'])
  const ages = async (...seconds: number[]) => {
    await sql`delete from webhook_waiting`
    for (const age of seconds) {
      await comment('Here')
      await sql`select number_events(10)`
      await sql`
        update webhook_waiting set created_at = now() - make_interval(secs => ${age}::integer)
        where created_at = (select max(created_at) from webhook_waiting)`
    }
    return gather(sql)
  }
  assert.equal(await ages(talkPace.quiet - 2), 0)
  assert.equal(await ages(talkPace.quiet + 20, talkPace.quiet - 2), 0)
  assert.equal(await ages(talkPace.quiet + 20, talkPace.quiet + 1), 1)
  assert.equal(await ages(talkPace.most + 1, 0), 1)
})

test('a waiting event is not claimed, not by the statement of the previous release either', async () => {
  const { comment } = await startProject()
  const chat = await startChat('slack', ['comment.created'])
  await comment('Here')
  await sql`select number_events(10)`
  await sql`update webhook_deliveries set created_at = created_at - interval '1 day'`
  const limits = { max: 10, maxPerWebhook: 10, narrower: new Map(), leaseSeconds: 1 }
  assert.deepEqual(await claim(sql, limits), [])
  const [waiting] = await world.log(chat.id)
  assert.deepEqual([waiting.state, waiting.nextAttemptAt], ['PENDING', null])
  assert.equal(JSON.parse(waiting.request.body).type, 'comment.created')
})

test('a deleted comment is not posted; the others of its message are', async () => {
  const { comment } = await startProject()
  const chat = await startChat('slack', ['comment.created'])
  const [first, second] = [await comment('Secret'), await comment('Stays')]
  await sql`select number_events(10)`
  const alone = await startChat('ntfy', ['comment.created'])
  await world.call(`DELETE /api/comments/${first}`)
  const third = await comment('Secret too')
  await world.call(`DELETE /api/comments/${third}`)
  await delivered()
  assert.deepEqual([chat.received.length, alone.received.length], [1, 0])
  const { body } = chat.received[0]!
  assert.ok(body.includes('Stays') && body.includes(second) && !body.includes('Secret'), body)
  const log = await world.log(chat.id)
  assert.deepEqual(states(log).toSorted(), ['DELIVERED', 'DELIVERED', 'SKIPPED'])
  const [skipped] = await world.log(alone.id)
  assert.deepEqual([skipped.state, skipped.failure, skipped.attempts], ['SKIPPED', null, []])
})

test('a chat shows nothing of a project that the owner of the webhook may not see', async () => {
  const stranger = await world.person({ role: 'ADMIN', name: 'Nosy' })
  const chat = await startChat('slack', ['*'], stranger)
  const { id, comment } = await startProject('Private')
  await comment('Top secret')
  await delivered(batchPace.quiet)
  assert.equal(chat.received.length, 0)
  assert.deepEqual([...new Set(states(await world.log(chat.id)))], ['SKIPPED'])

  // The right of the moment of sending counts, in both directions.
  await sql`update projects set access_range = 'ALLOW_WORKSPACE_MEMBER' where id = ${id}`
  await comment('Shared')
  await delivered()
  assert.equal(chat.bodies().length, 1)
  await comment('Private again')
  await sql`update projects set access_range = 'ONLY_PROJECT_MEMBER' where id = ${id}`
  await delivered()
  assert.equal(chat.bodies().length, 1)
})

test('a restricted reviewer gets only the files that are marked for them', async () => {
  const { id, file, comment } = await startProject()
  const owner = await world.person({ role: 'ADMIN' })
  await sql`
    insert into project_members (id, project_id, workspace_id, user_id, role)
    values (${newUuid()}, ${id}, ${world.workspaceId}, ${owner.userId}, 'PROJECT_RESTRICTED_REVIEWER')`
  const chat = await startChat('ntfy', ['comment.created'], owner)
  await sql`update files set allow_restricted = false where id = ${file}`
  await comment('Hidden')
  await delivered()
  assert.equal(chat.received.length, 0)
  await sql`update files set allow_restricted = true where id = ${file}`
  await comment('Shown')
  await delivered()
  assert.deepEqual(
    chat.bodies().map(({ message }) => message),
    ['Shown\nSummer'],
  )
})

test('a retry is written anew: it leaves out what was deleted since, and takes in what happened since', async () => {
  const { comment } = await startProject()
  const chat = await startChat('slack', ['comment.created'])
  chat.become(answer(503, { 'retry-after': '90' }))
  const first = await comment('Before')
  await comment('Stays')
  await delivered()
  assert.equal(chat.received.length, 1)
  chat.become(service('slack'))
  await world.call(`DELETE /api/comments/${first}`)
  await comment('After')
  await delivered()
  assert.equal(chat.received.length, 1)
  await world.pass('2 minutes')
  await delivered()
  assert.equal(chat.received.length, 2)
  const { body } = chat.received[1]!
  assert.ok(body.includes('Stays') && body.includes('After') && !body.includes('Before'), body)
  const log = await world.log(chat.id)
  assert.deepEqual(states(log), ['DELIVERED', 'DELIVERED', 'DELIVERED'])
  assert.deepEqual(log.map((one: { eventCount: number }) => one.eventCount).toSorted(), [1, 1, 3])
})

test('a 429 holds back all messages of the webhook for as long as it asks', async () => {
  const { comment, id } = await startProject()
  const chat = await startChat('slack', ['comment.created', 'project.updated'])
  chat.become(answer(429, { 'retry-after': '90' }, 'rate_limited'))
  await comment('One')
  await delivered()
  await world.call(`PATCH /api/projects/${id}`, { name: 'Autumn' })
  await comment('Two')
  await delivered()
  assert.equal(chat.received.length, 1)
  chat.become(service('slack'))
  const waits = await sql<{ seconds: number }>`
    select extract(epoch from next_attempt_at - now())::integer as seconds from webhook_deliveries
    where webhook_id = ${chat.id} and next_attempt_at < 'infinity'`
  assert.ok(waits.length === 2 && waits.every(({ seconds }) => seconds > 60), JSON.stringify(waits))
  await delivered(90)
  const texts = chat
    .bodies()
    .slice(1)
    .map(({ text }) => text)
  assert.deepEqual(texts.toSorted(), [
    'Ada changed the project (name)',
    'Ada posted 2 comments on Teaser.mov',
  ])
})

test('a message that a service refuses with its still is sent again without it', async () => {
  const { comment } = await startProject()
  const chat = await startChat('slack', ['comment.created'])
  chat.become((request, response, received) => {
    if (!received.body.includes('"image"')) return service('slack')(request, response, received)
    response.writeHead(400).end('invalid_blocks')
  })
  await comment('Too dark')
  await sql`select number_events(10)`
  await world.pass(`${talkPace.quiet} seconds`)
  const worker = world.worker({ still: async () => 'https://media.example.com/still.jpg' })
  await until('the first attempt', () => chat.received.length === 1)
  await until('its record', async () => (await world.log(chat.id))[0].attempts.length === 1)
  await world.pass('1 minute')
  worker.wake()
  await until('the second attempt', async () => (await world.log(chat.id))[0].state === 'DELIVERED')
  await worker.close()
  assert.deepEqual(
    chat.received.map(({ body }) => body.includes('still.jpg')),
    [true, false],
  )
})

test('an event of a message can be sent again on its own', async () => {
  const { comment } = await startProject()
  const chat = await startChat('discord', ['comment.created'])
  await comment('First')
  await comment('Second')
  await delivered()
  const member = (await world.log(chat.id)).find((one: { sentWith: unknown }) => one.sentWith !== null)
  const again = await world.call(`POST /api/webhook-deliveries/${member.id}/redeliver`)
  assert.equal(again.status, 202)
  await delivered()
  assert.deepEqual(
    chat.bodies().map(({ content }) => content),
    ['Ada posted 2 comments on Teaser.mov', 'Ada commented on Teaser.mov'],
  )
  assert.equal((await world.log(chat.id)).find(({ id }: { id: string }) => id === member.id).sentWith, null)
})

test('Send test posts a readable message at once', async () => {
  for (const format of ['slack', 'teams', 'discord', 'ntfy'] as const) {
    const chat = await startChat(format)
    assert.equal((await world.call(`POST /api/webhooks/${chat.id}/test`)).status, 202)
    const worker = world.worker()
    await world.settled()
    await worker.close()
    assert.deepEqual([chat.received.length, states(await world.log(chat.id))], [1, ['DELIVERED']])
    assert.ok(chat.received[0]!.body.includes('Test message from Dailies'))
  }
})

test('pausing a chat ends what waits; two workers send each message once', async () => {
  const { comment } = await startProject()
  const chat = await startChat('slack', ['comment.created'])
  await comment('Never sent')
  await sql`select number_events(10)`
  await world.call(`PATCH /api/webhooks/${chat.id}`, { active: false })
  await world.call(`PATCH /api/webhooks/${chat.id}`, { active: true })
  const workers = [world.worker(), world.worker(), world.worker()]
  await comment('Sent')
  await delivered()
  for (const worker of workers) await worker.close()
  assert.deepEqual(
    chat.bodies().map(({ text }) => text),
    ['Ada commented on Teaser.mov'],
  )
  assert.deepEqual(states(await world.log(chat.id)), ['FAILED', 'DELIVERED'])
})
