import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newCheckProfile } from '../../../test/worlds/samples/check-profiles.ts'
import { newDraftNote } from '../../../test/worlds/samples/skill-reviews.ts'
import {
  newAttachment,
  newComment,
  newFile,
  newGenerationAttachment,
  newLink,
  newTrashed,
} from '../../../test/worlds/samples.ts'
import { startWorld } from '../../../test/worlds/world.ts'
import { newUuid } from '../../core/ids.ts'
import { verbatim } from '../../core/sql.ts'
import { purgeProjects } from '../../jobs/purge-projects.ts'

const world = await startWorld()
const owner = await world.person()
const { sql } = world.database

const schedule = (id: string, key = owner.key, body?: unknown) =>
  world.call(`POST /api/projects/${id}/delete`, { key, body })

const get = (id: string) => world.call(`GET /api/projects/${id}`, { key: owner.key })

/** Creates a project with rows in every table that belongs to projects. */
async function furnished(): Promise<string> {
  const { id } = await world.project({ owner })
  const { userId } = await world.member(id, 'PROJECT_REVIEWER')
  await world.member(id, 'PROJECT_RESTRICTED_REVIEWER')
  const api = (path: string, body: unknown) =>
    world.call(`POST /api/projects/${id}/${path}`, { key: owner.key, body })
  const folder = await api('folders', { name: 'Shots' })
  await api('folders', { name: 'Takes', parent: { id: folder.body.data.id } })
  const file = await newFile(world, id, owner)
  await sql`insert into file_stacks (id, project_id, last_number) values (${file}, ${id}, 1)`
  const version = (await api('versions', { name: 'Cut 1', files: [{ id: file }] })).body.data.id
  await sql`insert into project_covers (project_id, file_id) values (${id}, ${file})`
  await newComment(world, id, owner)
  const link = await newLink(world, id, owner)
  await sql`insert into access_link_members (link_id, project_id, user_id) values (${link}, ${id}, ${userId})`
  const review = (method: string, path: string, body: unknown) =>
    world.call(`${method} /api/versions/${version}/${path}`, { key: owner.key, body })
  await review('POST', 'review-requests', { links: [{ id: link }] })
  await review('PUT', 'verdict', { verdict: 'APPROVED' })
  await sql`insert into notification_levels (project_id, user_id, level) values (${id}, ${userId}, 'NOTHING')`
  await sql`insert into muted_files (user_id, project_id, stack_id) values (${userId}, ${id}, ${file})`
  await sql`
    insert into notifications (workspace_id, user_id, kind, project_id, group_key, created_at, updated_at)
    values (${world.workspaceId}, ${userId}, 'UPLOAD', ${id}, 'UPLOAD', now(), now())`
  await newAttachment(world, id, owner)
  await newGenerationAttachment(world, id, owner)
  await newTrashed(world, id, owner, 'FOLDER')
  const profile = await newCheckProfile(world, id, owner)
  await sql`update check_profiles set project_id = ${id} where id = ${profile}`
  await sql`
    insert into check_settings (workspace_id, project_id, profile_id) values (${world.workspaceId}, ${id}, ${profile})`
  await sql`
    insert into check_waivers (id, project_id, stack_id, rule, reason, file_id, stack_number)
    values (${newUuid()}, ${id}, ${file}, 'black', 'Meant to be black', ${file}, 1)`
  const { skillReviewId } = await newDraftNote(world, id, owner)
  await sql`
    insert into review_payments (skill_review_id, run, project_id, month) values (${skillReviewId}, 1, ${id}, '2026-11-01')`
  await sql`insert into review_budgets (project_id, monthly_usd) values (${id}, 20)`
  const items = [{ kind: 'FILE', id: file }]
  assert.equal((await api('shares', { name: 'Client', items, revisions: 'FROZEN' })).status, 201)
  assert.equal((await api('archives', { files: [{ id: file }], variant: 'ORIGINAL' })).status, 201)
  return id
}

/**
 * Counts the rows of the project in each table, except for events, the audit log and what is stored: these outlive it. Reads
 * the list of tables from the database, so that new tables are counted, too.
 */
async function rowsOf(id: string): Promise<Record<string, number>> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'project_id' and table_name not in ('outbox', 'event_subscriptions')
      and table_name not like 'events%' and table_name not like 'audit_entries%'
      and table_name not in ('objects', 'storage_changes')
    order by table_name`
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await sql<{ count: number }>`
      select count(*) from ${verbatim(name)} where project_id = ${id}`
    counts[name] = row!.count
  }
  return counts
}

test('204: the project is deleted in 7 days and until then has destroyedAt', async () => {
  const { id } = await world.project({ owner })
  const before = (await get(id)).body.data
  const answer = await schedule(id)
  assert.equal(answer.status, 204)
  assert.equal(answer.body, '')
  const after = (await get(id)).body.data
  const { updatedAt, destroyedAt } = after
  assert.deepEqual(after, { ...before, updatedAt, destroyedAt })
  assert.ok(updatedAt > before.updatedAt)
  const [row] = await sql<{ week: boolean }>`
    select ${destroyedAt}::timestamp = ${updatedAt}::timestamp + interval '7 days' as week`
  assert.ok(row!.week)
})

test('409: deletion is already scheduled; one of many concurrent requests succeeds', async () => {
  const { id } = await world.project({ owner })
  const answers = await Promise.all(Array.from({ length: 12 }, () => schedule(id)))
  const codes = answers.map((answer) => answer.body.code ?? answer.status)
  assert.deepEqual(
    codes.toSorted(),
    [204, ...Array.from({ length: 11 }, () => 'deletion_already_scheduled')].toSorted(),
  )
  const { destroyedAt } = (await get(id)).body.data
  assert.equal((await schedule(id)).status, 409)
  assert.equal((await get(id)).body.data.destroyedAt, destroyedAt)
})

test('400: unknown fields', async () => {
  const { id } = await world.project({ owner })
  assert.equal((await schedule(id, owner.key, { after: '1 day' })).status, 400)
  assert.equal((await schedule(id, owner.key, {})).status, 204)
})

test('403 and 404: everybody but the owner with the scope', async () => {
  const { id } = await world.project({ owner, accessRange: 'ALLOW_WORKSPACE_MEMBER' })
  const roles = [
    'PROJECT_MANAGER',
    'PROJECT_MEMBER',
    'PROJECT_REVIEWER',
    'PROJECT_RESTRICTED_REVIEWER',
  ] as const
  for (const role of roles) {
    const { key } = await world.member(id, role)
    assert.equal((await schedule(id, key)).body.code, 'insufficient_role', role)
  }
  assert.equal((await schedule(id, (await world.person({ role: 'OWNER' })).key)).status, 403)
  assert.equal((await schedule(id, (await world.person({ role: 'GUEST' })).key)).status, 404)
  const { key } = await world.key(owner.userId, ['projects:read'])
  assert.equal((await schedule(id, key)).body.code, 'insufficient_scope')
  assert.equal((await get(id)).body.data.destroyedAt, null)

  const elsewhere = await world.project({ workspaceId: await world.workspace() })
  for (const unknown of [elsewhere.id, (await world.project()).id, newUuid(), 'nonsense']) {
    assert.equal((await schedule(unknown)).status, 404, unknown)
  }
})

test('at the scheduled time the project is hidden; the job deletes all of it and nothing else', async () => {
  const [doomed, waiting, other] = [await furnished(), await furnished(), await furnished()]
  const full = await rowsOf(doomed)
  assert.ok(
    Object.values(full).every((count) => count > 0),
    JSON.stringify(full),
  )
  for (const id of [doomed, waiting]) assert.equal((await schedule(id)).status, 204)

  await world.runJob(purgeProjects)
  for (const id of [doomed, waiting, other]) assert.deepEqual(await rowsOf(id), full)

  await sql`update projects set destroyed_at = now() where id = ${doomed}`
  await sql`update projects set destroyed_at = now() + interval '1 minute' where id = ${waiting}`
  assert.equal((await get(doomed)).status, 404)
  assert.equal((await schedule(doomed)).status, 404)
  const users = await sql`select id from users order by id`

  await world.runJob(purgeProjects)
  const none = Object.fromEntries(Object.keys(full).map((table) => [table, 0]))
  assert.deepEqual(await rowsOf(doomed), none)
  assert.deepEqual(await sql`select id from projects where id = ${doomed}`, [])
  for (const id of [waiting, other]) {
    assert.deepEqual(await rowsOf(id), full)
    assert.equal((await get(id)).status, 200)
  }
  assert.deepEqual(await sql`select id from users order by id`, users)
})

test('a project too large for one statement is purged in batches', async () => {
  const doomed = await furnished()
  await sql`
    insert into comments (id, project_id, content) select gen_random_uuid(), ${doomed}, 'many'
    from generate_series(1, 4500)`
  await sql`
    insert into folders (id, project_id, name) select 'DX' || lpad(n::text, 22, '0'), ${doomed}, n::text
    from generate_series(1, 2500) n`
  await sql`update projects set destroyed_at = now() where id = ${doomed}`
  await world.runJob(purgeProjects)
  assert.deepEqual(await sql`select id from projects where id = ${doomed}`, [])
  assert.ok(Object.values(await rowsOf(doomed)).every((count) => count === 0))
})
