import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startReviewWorld } from './fixtures/review-world.ts'

const {
  world,
  sql,
  projectId,
  owner,
  reviewer,
  version,
  file,
  revise,
  send,
  succeed,
  give,
  verdicts,
  setStatus,
} = await startReviewWorld()

test('200: an empty list', async () => {
  assert.deepEqual(await verdicts(await version()), [])
})

test('200: each verdict names its person and its files, oldest first', async () => {
  const fileId = await file()
  const later = await revise(fileId)
  const id = await version({ files: [{ id: later }, { id: await file() }] })
  const ann = await reviewer('Ann')
  await succeed(give(id, ann, 'NEED_EDIT', 'Too dark'))
  await succeed(give(id, owner, 'APPROVED'))
  const [first, second] = await verdicts(id)
  assert.deepEqual([first.name, second.name], ['Ann', 'Someone'])
  const { id: verdictId, givenAt, files, ...rest } = first
  assert.match(verdictId, /^[0-9a-f-]{36}$/)
  assert.match(givenAt, /^\d{4}-/)
  assert.deepEqual(files[0], { id: later, revision: 2 })
  assert.equal(files.length, 2)
  assert.deepEqual(rest, {
    user: { id: ann.userId, name: 'Ann', avatarUrl: null },
    name: 'Ann',
    role: 'PROJECT_REVIEWER',
    verdict: 'NEED_EDIT',
    note: 'Too dark',
    agent: false,
    stale: null,
  })
})

test('200: a verdict is stale after a new revision, after a deleted file, and after the review is reopened', async () => {
  const stale = async (id: string) => (await verdicts(id))[0].stale
  const one = await file()
  const revised = await version({ files: [{ id: one }] })
  await succeed(give(revised, owner, 'APPROVED'))
  const upload = await revise(one, 'UPLOADING')
  assert.equal(await stale(revised), null, 'an upload that is not complete')
  await sql`update files set status = 'UPLOADED' where id = ${upload}`
  assert.equal(await stale(revised), 'NEW_REVISION')

  const two = await file()
  const shortened = await version({ files: [{ id: two }, { id: await file() }] })
  await succeed(give(shortened, owner, 'APPROVED'))
  await succeed(send(`DELETE /api/files/${two}`))
  assert.equal(await stale(shortened), 'FILES_CHANGED')

  const reopened = await version()
  await succeed(give(reopened, owner, 'APPROVED'))
  await succeed(setStatus(reopened, owner, 'CLOSED'))
  assert.equal(await stale(reopened), null, 'a closed version')
  await succeed(setStatus(reopened, owner, 'IN_PROGRESS'))
  assert.equal(await stale(reopened), 'REOPENED')
})

test('200: a newer revision that was there before the verdict does not make it stale', async () => {
  const fileId = await file()
  await revise(fileId)
  const id = await version({ files: [{ id: fileId }] })
  await succeed(give(id, owner, 'APPROVED'))
  assert.equal((await verdicts(id))[0].stale, null)
  await revise(fileId)
  assert.equal((await verdicts(id))[0].stale, 'NEW_REVISION')
})

test('200: the verdict of a deleted account stays, with its name', async () => {
  const id = await version()
  const ann = await reviewer('Ann')
  await succeed(give(id, ann, 'APPROVED'))
  await sql`delete from users where id = ${ann.userId}`
  const [verdict] = await verdicts(id)
  assert.deepEqual([verdict.user, verdict.name, verdict.verdict], [null, 'Ann', 'APPROVED'])
})

test('200: a restricted reviewer sees only the files that are marked for them', async () => {
  const [shown, hidden] = [await file(), await file(false)]
  const id = await version({ files: [{ id: shown }, { id: hidden }] })
  const restricted = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER')
  await succeed(give(id, owner, 'APPROVED'))
  await succeed(give(id, restricted, 'APPROVED'))
  const seen = async (person: typeof owner) => {
    const list = await succeed(send(`GET /api/versions/${id}/verdicts`, person))
    return list.map(({ files }: { files: { id: string }[] }) => files.map((one) => one.id))
  }
  assert.deepEqual(await seen(restricted), [[shown], [shown]])
  assert.deepEqual(await seen(owner), [[shown, hidden], [shown]])
})
