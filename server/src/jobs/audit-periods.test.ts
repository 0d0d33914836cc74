import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { startWorld } from '../../test/worlds/world.ts'
import { deleteExpiredAuditEntries } from './audit-periods.ts'

let other: pg.Client
after(() => other.end())
const world = await startWorld({ env: { AUDIT_DAYS: '120' } })
const { sql } = world.database
other = new pg.Client(world.databaseUrl)
await other.connect()

async function write(workspaceId: string, action = 'session.ended'): Promise<void> {
  await sql`
    insert into audit_entries (workspace_id, action, credential) values (${workspaceId}, ${action}, 'SESSION')`
}

/** The number of entries of the workspace in each period, oldest period first. */
async function periodsOf(workspaceId: string): Promise<number[]> {
  const rows = await sql<{ count: number }>`
    select count(e.id)::integer as count
    from audit_periods p left join audit_entries e on e.period = p.start and e.workspace_id = ${workspaceId}
    group by p.start order by p.start`
  return rows.map(({ count }) => count)
}

/** Replaces all periods by some that began so many days ago, with an entry of the workspace in each. */
async function fillPeriods(workspaceId: string, daysAgo: number[]): Promise<void> {
  for (const { partition } of await sql<{ partition: string }>`select partition from audit_periods`) {
    await other.query(`drop table ${partition}`)
  }
  for (const days of daysAgo) {
    await sql`select open_audit_period(now() - make_interval(days => ${days}))`
    await write(workspaceId)
  }
}

test('a period of a twelfth of AUDIT_DAYS is followed by the next one', async () => {
  const workspaceId = await world.workspace()
  await fillPeriods(workspaceId, [11])
  await world.runJob(deleteExpiredAuditEntries)
  await write(workspaceId)
  await world.runJob(deleteExpiredAuditEntries)
  assert.deepEqual(await periodsOf(workspaceId), [1, 1])
})

test('a period is dropped when its last entry is older than AUDIT_DAYS', async () => {
  const workspaceId = await world.workspace()
  await fillPeriods(workspaceId, [150, 140, 125, 9])
  await world.runJob(deleteExpiredAuditEntries)
  // The period that began 125 days ago ended 9 days ago: its entries may be younger than 120 days.
  assert.deepEqual(await periodsOf(workspaceId), [1, 1])
})

test('while somebody reads the log for long, the job leaves the partitions alone; a later run drops them', async () => {
  const workspaceId = await world.workspace()
  await fillPeriods(workspaceId, [150, 130])
  await other.query('begin')
  await other.query('select from audit_entries limit 1')
  await world.runJob(deleteExpiredAuditEntries)
  assert.deepEqual(await periodsOf(workspaceId), [1, 1])
  await write(workspaceId)
  await other.query('commit')
  await world.runJob(deleteExpiredAuditEntries)
  assert.deepEqual(await periodsOf(workspaceId), [2, 0])
})

test('two nodes that run the job while others write lose no entry, and open one period', async () => {
  const workspaceId = await world.workspace()
  await fillPeriods(workspaceId, [30])
  const writes = Array.from({ length: 200 }, () => write(workspaceId))
  const jobs = [1, 2, 3].map(() => world.runJob(deleteExpiredAuditEntries))
  await Promise.all([...writes, ...jobs])
  const counts = await periodsOf(workspaceId)
  assert.deepEqual([counts.length, counts.reduce((sum, count) => sum + count)], [2, 201])
})

const changes = [
  `update audit_entries set action = 'session.started'`,
  'delete from audit_entries',
  'truncate audit_entries',
]

test('entries can be added and read, but not changed or deleted: not by a superuser, not in a partition', async () => {
  const workspaceId = await world.workspace()
  await fillPeriods(workspaceId, [5])
  const { rows: before } = await other.query('select * from audit_entries')
  const [{ partition } = { partition: '' }] = await sql<{
    partition: string
  }>`select partition from audit_periods`
  for (const change of changes)
    for (const table of ['audit_entries', partition])
      await assert.rejects(
        other.query(change.replace('audit_entries', table)),
        /audit entries are never changed or deleted/,
        change,
      )
  assert.deepEqual((await other.query('select * from audit_entries')).rows, before)
})

test('the owner of the tables, who is no superuser, has no right to change entries either', async () => {
  const role = 'audit_owner'
  await other.query(`drop role if exists ${role}`)
  await other.query(`create role ${role}`)
  try {
    await other.query(`grant create, usage on schema public to ${role}`)
    await other.query(`alter table audit_entries owner to ${role}`)
    const { rows } = await other.query<{ rights: string }>(`
      select string_agg(privilege, ' ') as rights
      from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) privilege
      where has_table_privilege('${role}', 'audit_entries', privilege)`)
    assert.equal(rows[0]!.rights, 'SELECT INSERT')
    await other.query(`set role ${role}`)
    await assert.rejects(other.query('delete from audit_entries'), /permission denied/)
  } finally {
    await other.query('reset role')
    await other.query(`reassign owned by ${role} to current_user; drop owned by ${role}; drop role ${role}`)
  }
})
