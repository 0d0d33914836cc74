// Deleting a row makes Postgres look for the rows that refer to it. Without an index it reads the whole table. Accounts and
// workspaces are deleted so rarely that reading a table once costs less than an index that every insert maintains.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../worlds/world.ts'

test('every foreign key has an index that begins with one of its columns', async () => {
  const { database } = await startWorld()
  const missing = await database.sql<{ key: string }>`
    select k.conrelid::regclass || ': ' || k.conname as key
    from pg_constraint k
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace
      and k.confrelid not in ('users'::regclass, 'workspaces'::regclass)
      and k.conrelid <> 'workspaces'::regclass and not exists (
      select from pg_index i
      where i.indrelid = k.conrelid and i.indisvalid
        and i.indkey[0] = any(k.conkey)
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$')
    )
    order by 1`
  assert.deepEqual(
    missing.map(({ key }) => key),
    [],
  )
})
