import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { until } from '../../../../test/helpers/until.ts'
import { claim } from '../delivery-queue.ts'
import { answer } from '../fixtures/receiver.ts'
import { service, startChatWorld, states } from './fixtures/chat-world.ts'
import { batchPace, gather, talkPace } from './gather.ts'

const world = await startChatWorld()
const { sql, admin, startChat, startProject, delivered } = world

beforeEach(() => sql`delete from webhooks`)

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
  const log = await world.log(chat.id)
  const attempts = JSON.stringify(log.flatMap((one: { attempts: unknown[] }) => one.attempts))
  assert.deepEqual(texts.toSorted(), ['Ada uploaded 500 files', 'Ada uploaded Teaser.mov'], attempts)
  const rows = await sql<{ state: string; count: number; own: number; reported: number }>`
    select state, count(*)::integer as count, count(*) filter (where message_id is null)::integer as own,
      sum(coalesce(cardinality(members), 0) + 1) filter (where message_id is null)::integer as reported
    from webhook_deliveries where webhook_id = ${chat.id} group by state`
  assert.deepEqual(rows, [{ state: 'DELIVERED', count: 501, own: 2, reported: 501 }])
  const [member] = log.filter((one: { sentWith: unknown }) => one.sentWith !== null)
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
  await until(() => chat.received.length === 1)
  await until(async () => (await world.log(chat.id))[0].attempts.length === 1)
  await world.pass('1 minute')
  worker.wake()
  await until(async () => (await world.log(chat.id))[0].state === 'DELIVERED')
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
