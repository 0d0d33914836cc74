// A POST with an Idempotency-Key happens once: its change and its answer are committed together, so a retry
// either finds the answer or, after a crash, finds nothing and may run. Two at a time are told apart by a lock.
import { createHash } from 'node:crypto'
import { ApiError } from './errors.ts'
import type { Database, Sql } from './sql.ts'

/** `body` is the text that was answered; for an error it holds its code, message and fields. */
export type StoredAnswer = { status: number; body: string | null }

export type IdempotentCall = { credentialId: string; operation: string; key: string; input: unknown }

/** Makes marks of a text, see SecretBox: an input may hold a password, which a plain hash would let others guess. */
type Marks = (text: string) => Buffer[]

/** The header's value: bare, or a quoted string as in the IETF draft. */
export function readIdempotencyKey(header: string): string {
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw new ApiError('invalid_idempotency_key')
  return key
}

/** Runs `work` in a transaction, once per key; `replayed` tells that the answer is that of the first time. */
export async function once(
  database: Database,
  marks: Marks,
  call: IdempotentCall,
  work: (sql: Sql) => Promise<StoredAnswer>,
): Promise<StoredAnswer & { replayed: boolean }> {
  const name = JSON.stringify([call.credentialId, call.operation, call.key])
  const lock = createHash('sha256').update(name).digest().readBigInt64BE()
  const inputMarks = marks(JSON.stringify(call.input))
  const answer = await database.transaction(async (sql) => {
    const [{ locked } = { locked: false }] = await sql<{ locked: boolean }>`
      select pg_try_advisory_xact_lock(${lock}) as locked`
    if (!locked) throw new ApiError('idempotency_in_progress', { headers: { 'Retry-After': '1' } })

    const [first] = await sql<StoredAnswer & { same: boolean }>`
      select status, body, input_hash = any(${inputMarks}::bytea[]) as same from idempotency_keys
      where credential_id = ${call.credentialId} and operation = ${call.operation} and key = ${call.key}
        and created_at > now() - interval '24 hours'`
    if (first && !first.same) throw new ApiError('idempotency_key_reused')
    if (first) return { status: first.status, body: first.body, replayed: true }

    const result = await settle(sql, work)
    await sql`
      insert into idempotency_keys (credential_id, operation, key, input_hash, status, body)
      values (${call.credentialId}, ${call.operation}, ${call.key}, ${inputMarks[0]}, ${result.status}, ${result.body})
      on conflict on constraint idempotency_keys_pkey do update
        set input_hash = excluded.input_hash, status = excluded.status, body = excluded.body, created_at = now()`
    return { ...result, replayed: false }
  })
  if (answer.status < 400) return answer
  const { code, message, errors } = JSON.parse(answer.body!)
  const headers: Record<string, string> = answer.replayed ? { 'Idempotent-Replayed': 'true' } : {}
  throw new ApiError(code, { message, errors, headers })
}

// A refusal of the handler is an answer too. What depends on who asks (403, 404) is decided anew each time.
const storedRefusals = [400, 409, 412]

async function settle(sql: Sql, work: (sql: Sql) => Promise<StoredAnswer>): Promise<StoredAnswer> {
  await sql`savepoint work`
  try {
    return await work(sql)
  } catch (error) {
    if (!(error instanceof ApiError) || !storedRefusals.includes(error.status)) throw error
    await sql`rollback to savepoint work`
    const { code, message, errors } = error
    return { status: error.status, body: JSON.stringify({ code, message, errors }) }
  }
}
