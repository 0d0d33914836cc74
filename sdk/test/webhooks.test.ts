import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { verifyWebhook, WebhookVerificationError } from '@dailies/sdk'
import { Webhook } from 'standardwebhooks'

const secret = newSecret()
const payload = {
  type: 'comment.created',
  timestamp: '2026-11-15T09:00:00.000Z',
  data: {
    id: '019a',
    number: 7,
    type: 'comment.created',
    createdAt: '',
    actor: null,
    project: null,
    data: { text: 'ü 😀' },
  },
}
const body = JSON.stringify(payload)

function newSecret(): string {
  return `whsec_${randomBytes(24).toString('base64')}`
}

function signed(text: string, by: string | string[] = secret, at = new Date()): Record<string, string> {
  const id = 'msg_1'
  const signature = [by]
    .flat()
    .map((each) => new Webhook(each).sign(id, at, text))
    .join(' ')
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signature,
  }
}

test('verifies signatures of the reference implementation, for text and bytes, with any kind of headers', async () => {
  const headers = signed(body)
  assert.deepEqual(await verifyWebhook(body, headers, secret), payload)
  assert.deepEqual(await verifyWebhook(Buffer.from(body), new Headers(headers), secret), payload)
  const upper = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
  )
  assert.deepEqual(await verifyWebhook(body, upper, secret.replace('whsec_', '')), payload)
})

test('verifies several signatures and several secrets during a rotation', async () => {
  const old = newSecret()
  assert.deepEqual(await verifyWebhook(body, signed(body, [old, secret]), secret), payload)
  assert.deepEqual(await verifyWebhook(body, signed(body, old), [secret, old]), payload)
})

test('agrees with the reference implementation on valid and invalid webhooks', async (t) => {
  // No second passes between one's answer and the other's.
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
  const headers = signed(body)
  const cases: [string, Record<string, string>, string][] = [
    [body, headers, secret],
    [`${body} `, headers, secret],
    [body, headers, newSecret()],
    [body, { ...headers, 'webhook-id': 'msg_2' }, secret],
    [body, { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 1) }, secret],
    [body, { ...headers, 'webhook-timestamp': 'soon' }, secret],
    [body, { ...headers, 'webhook-signature': '' }, secret],
    [body, { ...headers, 'webhook-signature': 'v1,' }, secret],
    [body, { ...headers, 'webhook-signature': 'v1,%%%' }, secret],
    [body, { ...headers, 'webhook-signature': headers['webhook-signature']!.replace('v1,', 'v2,') }, secret],
    [body, { ...headers, 'webhook-signature': `v1,AAAA v2,x ${headers['webhook-signature']}` }, secret],
    [body, signed(body, secret, new Date(Date.now() - 299_000)), secret],
    [body, signed(body, secret, new Date(Date.now() - 310_000)), secret],
    [body, signed(body, secret, new Date(Date.now() + 310_000)), secret],
  ]
  for (const [text, given, key] of cases) {
    const theirs = attempt(() => new Webhook(key).verify(text, given) as object)
    const ours = await verifyWebhook(text, given, key).catch((error) => {
      assert.ok(error instanceof WebhookVerificationError)
      return undefined
    })
    assert.deepEqual(ours, theirs, JSON.stringify(given))
  }
})

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

test('toleranceSeconds is configurable; an invalid body or secret is a TypeError', async () => {
  const late = signed(body, secret, new Date(Date.now() - 1000_000))
  assert.deepEqual(await verifyWebhook(body, late, secret, { toleranceSeconds: 2000 }), payload)
  await assert.rejects(verifyWebhook(payload as unknown as string, signed(body), secret), TypeError)
  await assert.rejects(verifyWebhook(body, signed(body), 'whsec_'), TypeError)
  await assert.rejects(verifyWebhook(body, signed(body), []), WebhookVerificationError)
})
