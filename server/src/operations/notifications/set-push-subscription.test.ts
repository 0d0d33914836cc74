import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'
import { newBrowserKeys, subscriptionOf } from '../../notifications/push/fixtures/browser-keys.ts'
import { mostSubscriptions } from './set-push-subscription.ts'

const world = await startWorld()
const keys = newBrowserKeys()
const person = await world.person()
const signIn = (userId = person.userId) => world.session(userId)
const set = (key: string, body: object) => world.call('PUT /api/push-subscription', { key, body })
const known = async (key: string) =>
  (await world.call('GET /api/push-subscription', { key })).body.data.endpoint
const endpointOf = (name: string) => `https://push.example.com/${name}`

test('204: a browser has one subscription, also when its person changes', async () => {
  const mine = await signIn()
  for (const name of ['first', 'second', 'second']) {
    assert.equal((await set(mine, subscriptionOf(endpointOf(name), keys))).status, 204)
    assert.equal(await known(mine), endpointOf(name))
  }
  const theirs = await signIn((await world.person()).userId)
  assert.equal((await set(theirs, subscriptionOf(endpointOf('second'), keys))).status, 204)
  assert.deepEqual([await known(mine), await known(theirs)], [null, endpointOf('second')])
})

test('204: concurrent requests of two browsers with one endpoint leave it with one of them', async () => {
  const sessions = [await signIn(), await signIn((await world.person()).userId)]
  const both = sessions.map((session) => set(session, subscriptionOf(endpointOf('shared'), keys)))
  assert.deepEqual(
    (await Promise.all(both)).map(({ status }) => status),
    [204, 204],
  )
  const found = await Promise.all(sessions.map(known))
  assert.equal(found.filter((endpoint) => endpoint !== null).length, 1)
})

test('204: a person has at most 20, and the oldest gives way', async () => {
  const other = await world.person()
  const sessions: string[] = []
  for (let i = 0; i <= mostSubscriptions; i++) {
    sessions.push(await signIn(other.userId))
    await set(sessions[i]!, subscriptionOf(endpointOf(`number-${i}`), keys))
  }
  const found = await Promise.all(sessions.map(known))
  assert.deepEqual(
    found.map((endpoint) => endpoint !== null),
    sessions.map((_session, i) => i > 0),
  )
})

test('400: an endpoint or a key that cannot be used', async () => {
  const session = await signIn()
  const valid = subscriptionOf(endpointOf('valid'), keys)
  const refused = async (body: object) => {
    const answer = await set(session, body)
    assert.equal(answer.status, 400)
    return answer.body.errors[0].path
  }
  for (const wrong of [
    'nonsense',
    'http://push.example.com/a',
    'https://127.0.0.1/a',
    'https://2130706433/a',
    'https://[::1]/a',
    'https://169.254.169.254/latest',
    'https://user:secret@push.example.com/a',
    'ftp://push.example.com/a',
  ])
    assert.equal(await refused({ ...valid, endpoint: wrong }), '/endpoint', wrong)
  const { p256dh, auth } = valid.keys
  assert.equal(await refused({ ...valid, keys: { p256dh: auth, auth } }), '/keys/p256dh')
  assert.equal(await refused({ ...valid, keys: { p256dh, auth: p256dh } }), '/keys/auth')
})
