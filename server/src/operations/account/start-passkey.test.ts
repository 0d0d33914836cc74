import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageClient } from '../../../test/helpers/page-client.ts'
import { newPasskey } from '../../../test/worlds/account-records.ts'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const route = 'POST /api/account/passkeys.start'

test('200: the creation options for this account, with a new challenge each time', async () => {
  const person = await world.person({ name: 'Ann' })
  await newPasskey(world, person)
  const key = await world.session(person.userId)
  const [first, second] = [await world.call(route, { key }), await world.call(route, { key, body: {} })]
  assert.equal(first.status, 200, JSON.stringify(first.body))
  const { rp, user, challenge, authenticatorSelection, excludeCredentials } = first.body.data
  assert.equal(rp.id, 'localhost')
  assert.deepEqual(
    [Buffer.from(user.id, 'base64url').toString(), user.name, user.displayName],
    [person.userId, person.email, 'Ann'],
  )
  assert.equal(authenticatorSelection.userVerification, 'required')
  // The existing passkey is excluded, so that its device does not create a second one.
  assert.equal(excludeCredentials.length, 1)
  assert.notEqual(second.body.data.challenge, challenge)
})

test('403: guests who joined by access link cannot add passkeys', async () => {
  const { id, owner } = await world.project()
  const body = { role: 'PROJECT_REVIEWER' }
  const made = await world.call(`POST /api/projects/${id}/access-links`, { key: owner.key, body })
  const read = await world.call(`GET /api/project-access-links/${made.body.data.id}`, { key: owner.key })
  const guest = pageClient(world.url)
  await guest.post(`/join/${read.body.data.accessKey}`, { name: 'Gus' })
  const answer = await world.call(route, { key: `session:${guest.token()}` })
  assert.deepEqual([answer.status, answer.body.code], [403, 'insufficient_scope'])
})
