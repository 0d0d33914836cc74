import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTrashWorld } from '../trash/fixtures/trash-world.ts'

const { world, sql, projectId, owner, status, data, file, purge } = await startTrashWorld()

async function version() {
  const files = [{ id: await file() }]
  return (await data(`POST /api/projects/${projectId}/versions`, { name: 'Cut', files })).id
}

test('204: the version is back with its files, requests and verdicts', async () => {
  const id = await version()
  const reviewer = await world.member(projectId, 'PROJECT_REVIEWER')
  await data(`POST /api/versions/${id}/review-requests`, { users: [{ id: reviewer.userId }] })
  assert.equal(await status(`PUT /api/versions/${id}/verdict`, { verdict: 'APPROVED' }, reviewer.key), 204)
  const read = () =>
    Promise.all([
      data(`GET /api/versions/${id}`),
      data(`GET /api/versions/${id}/review-requests`),
      data(`GET /api/versions/${id}/verdicts`),
    ])
  const before = await read()
  assert.equal(before[0].status, 'APPROVED')
  const [request] = before[1]
  assert.equal(await status(`DELETE /api/versions/${id}`), 204)
  for (const route of [
    `GET /api/versions/${id}`,
    `GET /api/versions/${id}/verdicts`,
    `GET /api/versions/${id}/receipt`,
  ])
    assert.equal(await status(route), 404, route)
  // Its request is not found by its own id, either.
  assert.equal(await status(`POST /api/review-requests/${request.id}/remind`), 404)
  assert.equal(await status(`DELETE /api/review-requests/${request.id}`), 404)
  assert.deepEqual((await data('GET /api/inbox', undefined, reviewer.key)).reviews.items, [])
  assert.equal(await status(`POST /api/versions/${id}/restore`), 204)
  assert.deepEqual(await read(), before)
  assert.equal(await status(`POST /api/versions/${id}/restore`), 404)
})

test('204: people who left meanwhile are no longer asked, and the status follows', async () => {
  const id = await version()
  const [stays, leaves] = [
    await world.member(projectId, 'PROJECT_REVIEWER'),
    await world.member(projectId, 'PROJECT_REVIEWER'),
  ]
  await status(`PATCH /api/versions/${id}`, { reviewRule: { type: 'ALL_REQUESTED' } })
  await data(`POST /api/versions/${id}/review-requests`, {
    users: [{ id: stays.userId }, { id: leaves.userId }],
  })
  await status(`PUT /api/versions/${id}/verdict`, { verdict: 'APPROVED' }, stays.key)
  assert.equal((await data(`GET /api/versions/${id}`)).status, 'NEED_REVIEW')
  await status(`DELETE /api/versions/${id}`)
  const members = await data(`GET /api/projects/${projectId}/members`)
  const { id: memberId } = members.find(({ user }: { user: { id: string } }) => user.id === leaves.userId)
  assert.equal(await status(`DELETE /api/project-members/${memberId}`), 204)
  assert.equal(await status(`POST /api/versions/${id}/restore`), 204)
  assert.equal((await data(`GET /api/versions/${id}/review-requests`)).length, 1)
  assert.equal((await data(`GET /api/versions/${id}`)).status, 'APPROVED')
})

test('a verdict is stale while a file of its version is in the trash, and counts again with the file', async () => {
  const id = await version()
  await status(`PUT /api/versions/${id}/verdict`, { verdict: 'APPROVED' })
  const [shown] = (await data(`GET /api/versions/${id}`)).files
  const stale = async () => (await data(`GET /api/versions/${id}/verdicts`))[0].stale
  assert.equal(await stale(), null)
  await status(`DELETE /api/files/${shown.id}`)
  assert.equal(await stale(), 'FILES_CHANGED')
  await data(`POST /api/files/${shown.id}/restore`)
  assert.equal(await stale(), null)
})

test('404 after the purge, which deletes everything of the version and none of its files', async () => {
  const id = await version()
  const [shown] = (await data(`GET /api/versions/${id}`)).files
  await status(`DELETE /api/versions/${id}`)
  await purge()
  assert.equal(await status(`POST /api/versions/${id}/restore`), 404)
  assert.deepEqual(await sql`select from version_files where version_id = ${id}`, [])
  assert.equal(await status(`GET /api/files/${shown.id}`), 200)
})

test('403: a key cannot delete for good; 204: a manager in a session', async () => {
  const id = await version()
  assert.equal(await status(`DELETE /api/versions/${id}?permanent=true`), 403)
  assert.equal(
    await status(`DELETE /api/versions/${id}?permanent=true`, undefined, await world.session(owner.userId)),
    204,
  )
  assert.equal(await status(`POST /api/versions/${id}/restore`), 404)
})
