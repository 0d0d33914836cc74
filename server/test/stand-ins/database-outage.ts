// A database outage in the middle of a change: a trigger raises the error of a Postgres that shuts down.
import type { Sql } from '../../src/core/sql.ts'

/** Defines the function `shut_down` for the triggers of a test. */
export async function defineShutDown(sql: Sql): Promise<void> {
  await sql`
    create or replace function shut_down() returns trigger language plpgsql as
    $$ begin raise exception 'the database is shutting down' using errcode = 'admin_shutdown'; end $$`
}
