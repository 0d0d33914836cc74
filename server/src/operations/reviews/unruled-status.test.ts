// Nodes of the previous release change only the status of a version; a trigger records what this release would record.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Person } from '../../../test/worlds/world.ts'
import { startReviewWorld } from './fixtures/review-world.ts'

const { sql, owner, reviewer, version, verdicts, status, give, setStatus, succeed } = await startReviewWorld()

/** The statement of Set Version Status before verdicts were recorded. */
const update = (id: string, { userId }: Person, to: string) => sql`
  update versions set status = ${to}, revision = revision + 1, updated_at = now(), status_changed_at = now(),
    status_changed_by = ${userId} where id = ${id}`

const listed = async (id: string) =>
  (await verdicts(id)).map((one: { name: string; role: string; verdict: string; stale: string | null }) => [
    one.name,
    one.role,
    one.verdict,
    one.stale,
  ])

test('a verdict status is the verdict of the person; they, and only they, can withdraw it', async () => {
  const id = await version()
  const [ann, ben] = [await reviewer('Ann'), await reviewer('Ben')]
  await update(id, ann, 'NEED_EDIT')
  assert.deepEqual(await listed(id), [['Ann', 'PROJECT_REVIEWER', 'NEED_EDIT', null]])
  assert.equal((await setStatus(id, ben, 'NEED_REVIEW')).status, 403)
  await update(id, ann, 'NEED_REVIEW')
  assert.deepEqual(await listed(id), [])
  await update(id, ann, 'REJECTED')
  assert.equal((await setStatus(id, ann, 'NEED_REVIEW')).status, 204)
  assert.deepEqual([await listed(id), await status(id)], [[], 'NEED_REVIEW'])
})

test('it replaces the last verdict of the person, and counts for the next verdict', async () => {
  const id = await version()
  const [ann, ben] = [await reviewer('Ann'), await reviewer('Ben')]
  await succeed(give(id, ann, 'REJECTED', 'No'))
  await update(id, owner, 'IN_PROGRESS')
  await update(id, owner, 'NEED_REVIEW')
  assert.deepEqual(await listed(id), [['Ann', 'PROJECT_REVIEWER', 'REJECTED', 'REOPENED']])
  await update(id, ann, 'NEED_EDIT')
  await succeed(give(id, ben, 'APPROVED'))
  assert.equal(await status(id), 'NEED_EDIT')
  await succeed(give(id, ann, 'APPROVED'))
  assert.equal(await status(id), 'APPROVED')
})

test('closing keeps the verdicts valid', async () => {
  const id = await version()
  await update(id, owner, 'APPROVED')
  await update(id, owner, 'CLOSED')
  assert.deepEqual(await listed(id), [['Someone', 'PROJECT_OWNER', 'APPROVED', null]])
})

test('the migration records the decisions from before as verdicts, without files', async () => {
  const id = await version()
  const ann = await reviewer('Ann')
  await update(id, ann, 'APPROVED')
  await sql`delete from verdicts where version_id = ${id}`
  const migration = readFileSync(new URL('../../../db/migrations/0038_reviews.sql', import.meta.url), 'utf8')
  const [statement] = /^insert into verdicts[^;]*/m.exec(migration)!
  await sql(
    Object.assign([`${statement} and v.id = '${id}'`], { raw: [] }) as unknown as TemplateStringsArray,
  )
  const [verdict] = await verdicts(id)
  assert.deepEqual(
    [verdict.name, verdict.role, verdict.verdict, verdict.files, verdict.stale],
    ['Ann', 'PROJECT_REVIEWER', 'APPROVED', null, null],
  )
})
