// Verdicts by guests of a share: recorded with their name, and counted by the review rule like those of people who were not asked.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { files, startShareWorld, versions } from './fixtures/share-world.ts'

const { world, projectId, manage, api, file, version, share } = await startShareWorld()

async function shared(settings: object = { verdicts: true }) {
  const versionId = await version([await file(), await file()])
  const made = await share(versions(versionId), settings)
  const status = async () => (await manage(`GET /api/versions/${versionId}`)).body.data.status
  return { versionId, made, status, route: `PUT /api/versions/${versionId}/verdict` }
}

test('ANY_ONE: the verdict of a guest decides, with their name and without a role', async () => {
  const { versionId, made, status, route } = await shared()
  const guest = await made.guest('Ada')
  assert.equal(await guest.status(route, { verdict: 'APPROVED', note: 'Go' }), 204)
  assert.equal(await status(), 'APPROVED')
  const [given] = (await manage(`GET /api/versions/${versionId}/verdicts`)).body.data
  assert.deepEqual([given.name, given.role, given.note, given.files.length], ['Ada', null, 'Go', 2])
  assert.equal(await guest.status(`DELETE /api/versions/${versionId}/verdict`), 204)
  assert.equal(await status(), 'NEED_REVIEW')
})

test('ALL_REQUESTED: a guest can request changes, and cannot approve for those who were asked', async () => {
  const { versionId, made, status, route } = await shared()
  const reviewer = await world.member(projectId, 'PROJECT_REVIEWER')
  await manage(`PATCH /api/versions/${versionId}`, { reviewRule: { type: 'ALL_REQUESTED' } })
  await manage(`POST /api/versions/${versionId}/review-requests`, { users: [{ id: reviewer.userId }] })
  const guest = await made.guest('Ada')
  assert.equal(await guest.status(route, { verdict: 'APPROVED' }), 204)
  assert.equal(await status(), 'NEED_REVIEW')
  assert.equal(await guest.status(route, { verdict: 'NEED_EDIT' }), 204)
  assert.equal(await status(), 'NEED_EDIT')
})

test('NAMED_PERSON: the verdict of a guest is recorded and does not count; a guest cannot be named', async () => {
  const { versionId, made, status, route } = await shared()
  const reviewer = await world.member(projectId, 'PROJECT_REVIEWER')
  const rule = (id: string) => ({ reviewRule: { type: 'NAMED_PERSON', user: { id } } })
  assert.equal((await manage(`PATCH /api/versions/${versionId}`, rule(reviewer.userId))).status, 204)
  const guest = await made.guest('Ada')
  assert.equal(await guest.status(route, { verdict: 'REJECTED' }), 204)
  assert.equal(await status(), 'NEED_REVIEW')
  const [given] = (await manage(`GET /api/versions/${versionId}/verdicts`)).body.data
  assert.equal(given.verdict, 'REJECTED')
  const refused = await manage(`PATCH /api/versions/${versionId}`, rule(given.user.id))
  assert.equal(refused.status, 400)
})

test('404: a share without verdicts, a share of files, and another version', async () => {
  const { made, route } = await shared({})
  assert.equal(await (await made.guest()).status(route, { verdict: 'APPROVED' }), 404)
  const other = await shared()
  const guest = await other.made.guest()
  assert.equal(await guest.status(route, { verdict: 'APPROVED' }), 404)
  const ofFiles = await (await share(files(await file()))).guest()
  assert.equal(await ofFiles.status(route, { verdict: 'APPROVED' }), 404)
})

test('404: the guest cannot set the status, read the verdicts of others, or ask for reviews', async () => {
  const { versionId, made } = await shared()
  const guest = await made.guest()
  for (const [route, body] of [
    [`PATCH /api/versions/${versionId}/status`, { status: 'APPROVED' }],
    [`GET /api/versions/${versionId}/verdicts`],
    [`GET /api/versions/${versionId}/receipt`],
    [`GET /api/versions/${versionId}/review-requests`],
    [`PATCH /api/versions/${versionId}`, { name: 'x' }],
  ] as [string, object?][])
    assert.equal(await guest.status(route, body), 404, route)
})

test('a guest does not learn which guest of another share changed the status, nor the review rule', async () => {
  const versionId = await version([await file()])
  const [here, there] = [
    await share(versions(versionId), { verdicts: true }),
    await share(versions(versionId)),
  ]
  const [ada, cy] = [await here.guest('Ada'), await there.guest('Cy')]
  await manage(`PATCH /api/versions/${versionId}`, { reviewRule: { type: 'ANY_ONE' } })
  await ada.call(`PUT /api/versions/${versionId}/verdict`, { verdict: 'APPROVED' })
  const seen = async (guest: typeof ada) => (await guest.call(`GET /api/versions/${versionId}`)).body.data
  assert.equal((await seen(ada)).statusChangedBy.name, 'Ada')
  const { statusChangedBy, reviewRule, status } = await seen(cy)
  assert.deepEqual([statusChangedBy, reviewRule, status], [null, null, 'APPROVED'])
})

test('the verdict of a guest is stale when a file has a newer revision, and it goes on counting when the share ends', async () => {
  const { versionId, made, status, route } = await shared()
  const guest = await made.guest('Ada')
  await guest.call(route, { verdict: 'APPROVED' })
  await manage(`POST /api/shares/${made.id}/end`)
  assert.equal(await status(), 'APPROVED')
  const { files: shown } = (await manage(`GET /api/versions/${versionId}`)).body.data
  await file({ revisionOf: shown[0].id })
  const [given] = (await manage(`GET /api/versions/${versionId}/verdicts`)).body.data
  assert.equal(given.stale, 'NEW_REVISION')
})

test('a key of a member works as before: guests are no way around a role', async () => {
  const { versionId } = await shared()
  const stranger = await world.person()
  assert.equal((await api(stranger.key, `GET /api/versions/${versionId}`)).status, 404)
})
