import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'

test('the network returns during a failing attempt: the next attempt follows at once', async (t) => {
  const stored = new Map<string, string>()
  const page = new EventTarget()
  const attempts: PromiseWithResolvers<Response>[] = []
  const browser = {
    location: { origin: 'http://localhost' },
    navigator: { onLine: true },
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    },
    addEventListener: page.addEventListener.bind(page),
    fetch: () => {
      const attempt = Promise.withResolvers<Response>()
      attempts.push(attempt)
      return attempt.promise
    },
  }
  for (const [name, value] of Object.entries(browser))
    Object.defineProperty(globalThis, name, { value, configurable: true })
  // The timer of a later attempt never ends.
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const arrived = async (count: number) => {
    for (let turn = 0; turn < 100 && attempts.length < count; turn++) await setImmediate()
    assert.equal(attempts.length, count)
  }

  const { outboxOf } = await import('./outbox.ts')
  const outbox = outboxOf({ id: 'ann', name: 'Ann', avatarUrl: null })
  outbox.add({ target: { projectId: 'p' }, fields: { content: 'Too dark' }, attachments: [] })
  await arrived(1)
  page.dispatchEvent(new Event('online'))
  attempts[0]!.reject(new TypeError('The connection failed.'))
  await arrived(2)
})
