import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid } from '../../core/ids.ts'
import { purgeTrash } from '../../jobs/purge-trash.ts'
import { startReviewWorld } from './fixtures/review-world.ts'

const {
  world,
  sql,
  projectId,
  owner,
  reviewer,
  version,
  request,
  requests,
  succeed,
  send,
  emits,
  give,
  status,
} = await startReviewWorld()

const link = async (role = 'PROJECT_REVIEWER') => {
  const { id } = await succeed(send(`POST /api/projects/${projectId}/access-links`, owner, { role }))
  const { accessKey } = await succeed(send(`GET /api/project-access-links/${id}`))
  return { id, accessKey }
}
const join = (accessKey: string, person?: { key: string }) =>
  world.call('POST /api/access-links/join', {
    key: person?.key,
    body: { accessKey, ...(person ? {} : { name: 'Guest' }) },
  })

test('201: each person is asked once, with a message and a due date', async () => {
  const id = await version()
  const [ann, ben] = [await reviewer('Ann'), await reviewer('Ben')]
  const dueAt = '2030-01-31 12:00:00.000000'
  const answer = await request(id, [ann, ben, ann], { dueAt, message: 'Look at the grade' })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  const asked: { id: string; user: { id: string } }[] = answer.body.data.requests
  assert.deepEqual(asked.map(({ user }) => user.id).sort(), [ann.userId, ben.userId].sort())
  const listed = await requests(id)
  assert.deepEqual(
    listed
      .map((one: { user: { name: string }; state: string; dueAt: string; message: string }) => [
        one.user.name,
        one.state,
        one.dueAt,
        one.message,
      ])
      .sort(),
    [
      ['Ann', 'REQUESTED', dueAt, 'Look at the grade'],
      ['Ben', 'REQUESTED', dueAt, 'Look at the grade'],
    ],
  )
})

test('201: asking again changes the due date and the message, and emits nothing', async () => {
  const id = await version()
  const ann = await reviewer()
  const [first] = (await request(id, [ann], { message: 'First' })).body.data.requests
  assert.deepEqual(await emits(() => request(id, [ann], { message: 'Second' })), [])
  const [listed] = await requests(id)
  assert.deepEqual([listed.id, listed.message, listed.dueAt], [first.id, 'Second', null])
})

test('400: people who do not see the version, unknown links, and nobody at all; nothing is written', async () => {
  const id = await version({ allowRestricted: false })
  const ann = await reviewer()
  const restricted = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER')
  const outsider = await world.person()
  const answer = await request(id, [ann, restricted, outsider], { links: [{ id: newUuid() }] })
  assert.equal(answer.status, 400)
  assert.deepEqual(
    answer.body.errors.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`),
    ['/users/1/id not_found', '/users/2/id not_found', '/links/0/id not_found'],
  )
  assert.deepEqual(await requests(id), [])
  assert.equal((await request(id, [])).body.errors[0].path, '/users')
  const other = await world.project()
  const foreign = await succeed(
    send(`POST /api/projects/${other.id}/access-links`, other.owner, { role: 'PROJECT_REVIEWER' }),
  )
  assert.equal((await request(id, [], { links: [foreign] })).body.errors[0].path, '/links/0/id')
})

test('201: a link asks those who joined by it, and those who join later', async () => {
  const id = await version()
  const { id: linkId, accessKey } = await link()
  const ann = await world.person({ name: 'Ann' })
  await succeed(join(accessKey, ann))
  const { requests: first } = (await request(id, [], { links: [{ id: linkId }], message: 'Hello' })).body.data
  assert.deepEqual(
    first.map(({ user }: { user: { id: string } }) => user.id),
    [ann.userId],
  )
  assert.deepEqual(await emits(() => join(accessKey)), ['member.added', 'review_request.created'])
  assert.deepEqual(await emits(() => join(accessKey, ann)), [], 'joining again asks nobody twice')
  const listed = await requests(id)
  assert.deepEqual(
    listed.map(({ user, message }: { user: { name: string }; message: string }) => [user.name, message]),
    [
      ['Ann', 'Hello'],
      ['Guest', 'Hello'],
    ],
  )
})

test('joining asks neither for a decided version nor for one that the person does not see', async () => {
  const approved = await version()
  const hidden = await version({ allowRestricted: false })
  const { id: linkId, accessKey } = await link('PROJECT_RESTRICTED_REVIEWER')
  for (const id of [approved, hidden]) await succeed(request(id, [], { links: [{ id: linkId }] }))
  await succeed(give(approved, owner, 'APPROVED'))
  assert.deepEqual(await emits(() => join(accessKey)), ['member.added'])
  assert.equal(await status(approved), 'APPROVED')
})

test('a request to one more person reopens a version that everybody has to approve', async () => {
  const id = await version({ reviewRule: { type: 'ALL_REQUESTED' } })
  const [ann, ben] = [await reviewer(), await reviewer()]
  await succeed(request(id, [ann]))
  await succeed(give(id, ann, 'APPROVED'))
  assert.equal(await status(id), 'APPROVED')
  assert.deepEqual(await emits(() => request(id, [ben])), [
    'review_request.created',
    'version.status_changed',
  ])
  assert.equal(await status(id), 'NEED_REVIEW')
})

test('404: a deleted version; when it is purged, the requests go with it', async () => {
  const id = await version()
  const ann = await reviewer()
  await succeed(request(id, [ann]))
  assert.equal((await send(`DELETE /api/versions/${id}`)).status, 204)
  assert.equal((await request(id, [ann])).status, 404)
  const [entry] = await sql`select kind from trash where record_id = ${id}`
  assert.deepEqual(entry, { kind: 'VERSION' })
  await sql`update trash set purge_at = now() where record_id = ${id}`
  await world.runJob(purgeTrash)
  assert.deepEqual(await sql`select id from review_requests where version_id = ${id}`, [])
})
