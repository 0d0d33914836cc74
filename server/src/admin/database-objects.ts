// The objects of the database, read from its catalogue: a new table is in the backup without a change here.
import pg from 'pg'
import { failure } from '../../../cli/src/kit/errors.ts'

export type Table = { name: string; columns: string[] }
export type Sequence = { name: string; value: string }

// The objects of Dailies have the schema and the owner of its migrations table: a database may be shared with other
// programs. Objects that came with an extension belong to the extension.
const ownedByDailies = (namespace: string, owner: string, catalogue: string, oid: string) => `
  (${namespace}, ${owner}) = (select relnamespace, relowner from pg_class where oid = 'migrations'::regclass)
  and not exists (select from pg_depend d
    where d.classid = '${catalogue}'::regclass and d.objid = ${oid} and d.deptype = 'e')`

const dailiesClass = ownedByDailies('c.relnamespace', 'c.relowner', 'pg_class', 'c.oid')

/**
 * Tables and their stored columns: generated columns are computed again. The key of a partitioned table is left out, since
 * its partitions were made by the service: after a restore, all rows are in the partition of the default.
 */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and not c.relispartition and ${dailiesClass}
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and not exists (
        select from pg_partitioned_table p where p.partrelid = c.oid and a.attnum = any(p.partattrs))
    group by c.relname order by c.relname`)
  return rows
}

/** Sequences are not part of snapshots: read after the snapshot, a sequence is at or past every value in use. */
export async function listSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(`
    select s.sequencename::text as name, s.last_value::text as value
    from pg_sequences s
    join pg_namespace n on n.nspname = s.schemaname
    join pg_class c on c.relnamespace = n.oid and c.relname = s.sequencename
    where s.last_value is not null and ${dailiesClass} order by s.sequencename`)
  return rows
}

/** Whether the backup is of a release that has this table. */
export async function hasTable(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query('select to_regclass($1) is not null as found', [name])
  return rows[0].found
}

/** Everything that users create refers to one of these two tables. */
export async function isInUse(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ used: boolean }>(
    'select exists (select from workspaces) or exists (select from users) as used',
  )
  return rows[0]!.used
}

/**
 * Drops all objects of Dailies except the migrations table, which is emptied. Tables are dropped first, with their
 * dependents.
 */
export async function dropEverything(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(`
    select format('drop %s if exists %s cascade', replace(o.type, 'composite ', ''), o.identity) as statement
    from (
      select 'pg_class'::regclass as catalogue, c.oid, c.relkind in ('r', 'p') as first from pg_class c
      where c.relkind in ('r', 'p', 'v', 'm', 'S', 'c') and not c.relispartition
        and c.oid <> 'migrations'::regclass and ${dailiesClass}
      union all
      select 'pg_proc'::regclass, p.oid, false from pg_proc p
      where ${ownedByDailies('p.pronamespace', 'p.proowner', 'pg_proc', 'p.oid')}
      union all
      select 'pg_type'::regclass, t.oid, false from pg_type t
      where t.typtype in ('d', 'e', 'r') and ${ownedByDailies('t.typnamespace', 't.typowner', 'pg_type', 't.oid')}
    ) found, pg_identify_object(found.catalogue, found.oid, 0) o
    order by found.first desc`)
  for (const { statement } of rows) await client.query(statement)
  await client.query('delete from migrations')
}

/**
 * Removes the rules that check or act on each inserted row: foreign keys, whose tables may refer to each other in
 * circles, and triggers. Returns a function that restores them; a foreign key then checks all rows at once.
 */
export async function suspendRules(client: pg.Client, tables: Table[]): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(`
    select k.conrelid::regclass::text as table, quote_ident(k.conname) as name,
      pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.conparentid = 0 and ${dailiesClass} order by k.oid`)
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
  const triggers = async (verb: string) => {
    for (const { name } of tables) {
      await client.query(`alter table ${pg.escapeIdentifier(name)} ${verb} trigger user`)
    }
  }
  await triggers('disable')
  return async () => {
    for (const { table, name, definition } of keys) {
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    }
    await triggers('enable')
  }
}

/**
 * Migrations may have inserted rows into these tables; the backup contains them too. Empty tables are left alone: nobody may
 * truncate the audit log.
 */
export async function emptyTables(client: pg.Client, tables: Table[]): Promise<void> {
  const filled: string[] = []
  for (const { name } of tables) {
    const table = pg.escapeIdentifier(name)
    const { rows } = await client.query(`select from ${table} limit 1`)
    if (rows.length > 0) filled.push(table)
  }
  if (filled.length > 0) await client.query(`truncate ${filled.join(', ')}`)
}

/** Every table of the backup must exist after the migrations, column by column. */
export async function requireTables(client: pg.Client, wanted: Table[]): Promise<void> {
  const known = new Map((await listTables(client)).map(({ name, columns }) => [name, new Set(columns)]))
  for (const { name, columns } of wanted) {
    const present = known.get(name)
    const missing = present ? columns.find((column) => !present.has(column)) : undefined
    if (present && missing === undefined) continue
    const what = present ? `the column ${missing} of ${name}` : `the table ${name}`
    throw failure(`it contains ${what}, which no migration of this release creates`)
  }
}

export async function setSequences(client: pg.Client, sequences: Sequence[]): Promise<void> {
  for (const { name, value } of sequences) {
    await client.query('select setval(quote_ident($1)::regclass, $2::bigint)', [name, value])
  }
}

/** Prints values identically, whatever the defaults of the server, the database and the role are. */
export const plainValues = `
  set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres';
  set local extra_float_digits = 1;
  set local bytea_output = 'hex';
  set local timezone = 'UTC';
  set local idle_in_transaction_session_timeout = 0`
