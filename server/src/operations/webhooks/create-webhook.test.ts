import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWebhookWorld } from '../../events/webhooks/fixtures/webhook-world.ts'
import { mostWebhooks } from '../../records/webhook.ts'

const world = await startWebhookWorld({ env: { WEBHOOK_ALLOW_HOSTS: 'hooks.internal,10.0.0.7:9000' } })
const { sql } = world.database
const url = 'https://hooks.example.com/in'

const create = (body: object, key?: string) => world.call('POST /api/webhooks', body, key)

test('201: the secret is shown once, has the standard format, and is stored sealed', async () => {
  const { status, body } = await create({
    url,
    events: ['*', '*', 'file.*'],
    description: 'To the render farm',
  })
  assert.equal(status, 201)
  assert.deepEqual(Object.keys(body.data), ['id', 'secret'])
  const [, encoded] = /^whsec_([A-Za-z0-9+/]+=*)$/.exec(body.data.secret)!
  const { length } = Buffer.from(encoded!, 'base64')
  assert.ok(length >= 24 && length <= 64)
  const webhook = (await world.call(`GET /api/webhooks/${body.data.id}`)).body.data
  assert.deepEqual([webhook.events, webhook.description], [['*', 'file.*'], 'To the render farm'])
  const [row] = await sql<{ text: string }>`
    select encode(secret, 'escape') as text from webhooks where id = ${body.data.id}`
  assert.ok(!row!.text.includes(encoded!))
  const [made] = await sql`select created_by from webhooks where id = ${body.data.id}`
  assert.deepEqual(made, { created_by: world.admin.userId })
})

test('400: unknown filters; the response lists the known ones', async () => {
  for (const events of [['comment.create'], ['webhook.test'], ['comments.*'], ['*.*'], ['**'], ['']]) {
    const { status, body } = await create({ url, events })
    assert.equal(status, 400, String(events))
    assert.equal(body.errors[0].path, '/events/0')
    for (const known of ['"*"', '"comment.*"', '"comment.created"', '"skill.version_published"'])
      assert.ok(body.errors[0].message.includes(known), known)
  }
  for (const events of [[], undefined, '*']) assert.equal((await create({ url, events })).status, 400)
})

test('201: a format for a chat; 400: an unknown one, and a URL that does not fit the format', async () => {
  for (const format of ['slack', 'teams', 'discord']) {
    const { status, body } = await create({ url, events: ['comment.*'], format })
    assert.equal(status, 201)
    assert.equal((await world.call(`GET /api/webhooks/${body.data.id}`)).body.data.format, format)
  }
  for (const topic of [
    'https://ntfy.sh/our-dailies',
    'https://ann:secret@ntfy.sh/t',
    'https://tk_1@ntfy.sh/t',
  ])
    assert.equal((await create({ url: topic, events: ['*'], format: 'ntfy' })).status, 201, topic)
  for (const wrong of [
    'https://ntfy.sh/',
    'https://ntfy.sh/a/b',
    'https://ntfy.sh/a%20b',
    'http://ntfy.sh/a',
  ]) {
    const { status, body } = await create({ url: wrong, events: ['*'], format: 'ntfy' })
    assert.deepEqual([status, body.errors[0].path, body.errors[0].code], [400, '/url', 'url_refused'], wrong)
  }
  assert.equal((await create({ url, events: ['*'], format: 'telegram' })).status, 400)
})

test('400: URLs that are malformed, contain a password, or are too long', async () => {
  for (const wrong of [
    ...['', 'hooks.example.com', 'ftp://hooks.example.com/', 'file:///etc/passwd', 'javascript:alert(1)'],
    ...[
      'https://user:password@hooks.example.com/',
      'https://user@hooks.example.com/',
      'https://',
      'https://[::1',
    ],
    `https://hooks.example.com/${'x'.repeat(2048)}`,
  ]) {
    const { status, body } = await create({ url: wrong, events: ['*'] })
    assert.deepEqual([status, body.errors[0].path], [400, '/url'], wrong)
  }
})

test('400: private addresses and plain http are refused; the message names the setting that allows them', async () => {
  for (const wrong of [
    ...['https://127.0.0.1/', 'https://2130706433/', 'https://0x7f.1/', 'https://[::ffff:10.0.0.1]/'],
    ...[
      'https://169.254.169.254/latest',
      'https://10.0.0.7/',
      'http://10.0.0.7:9001/',
      'http://hooks.example.com/',
    ],
    ...['http://localhost:3000/', 'https://192.168.1.1./'],
  ]) {
    const { status, body } = await create({ url: wrong, events: ['*'] })
    assert.deepEqual([status, body.errors[0].path, body.errors[0].code], [400, '/url', 'url_refused'], wrong)
    assert.match(body.errors[0].message, /WEBHOOK_ALLOW_HOSTS/)
  }
})

test('201: allowed hosts may be private and use plain http', async () => {
  for (const allowed of ['http://hooks.internal/', 'https://hooks.internal:8443/', 'http://10.0.0.7:9000/in'])
    assert.equal((await create({ url: allowed, events: ['*'] })).status, 201, allowed)
})

test('409: a workspace has at most 50 webhooks, also with concurrent requests', async () => {
  const { key } = await world.person({ workspaceId: await world.workspace(), role: 'OWNER' })
  const answers = await Promise.all(
    Array.from({ length: mostWebhooks + 5 }, () => create({ url, events: ['*'] }, key)),
  )
  const statuses = answers.map(({ status }) => status).toSorted()
  assert.deepEqual(statuses, [...Array(mostWebhooks).fill(201), ...Array(5).fill(409)])
  assert.equal(answers.find(({ status }) => status === 409)!.body.code, 'too_many_webhooks')
  const { body } = await world.call('GET /api/webhooks', undefined, key)
  assert.equal(body.data.length, mostWebhooks)
})
