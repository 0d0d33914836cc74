// A POST with an Idempotency-Key runs once. The change and its answer are committed together, so a retry either finds
// the answer or, after a crash, finds nothing and may run. A lock separates two concurrent requests.
import { createHash } from 'node:crypto'
import { ApiError } from './errors.ts'
import type { Database, Locks, Sql } from './sql.ts'

/** `body` is the text of the answer; for an error, its code, message and fields. */
export type StoredAnswer = { status: number; body: string | null }

/**
 * `inputMarks` are keyed marks of the input, see SecretBox: an input may contain a password, which a plain hash would
 * let others guess. The first mark is stored.
 */
export type IdempotentCall = {
  credentialId: string
  operation: string
  key: string
  inputMarks: readonly Buffer[]
}

/** The header's value: bare, or a quoted string as in the IETF draft. */
export function readIdempotencyKey(header: string): string {
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw new ApiError('invalid_idempotency_key')
  return key
}

/**
 * Reserves the key while `work` prepares a change outside any transaction. The reservation only saves work: if it is
 * lost with its connection, `once` still lets only one change through.
 */
export async function reserved<T>(locks: Locks, call: IdempotentCall, work: () => Promise<T>): Promise<T> {
  const reservation = await locks.hold(locksOf(call).reservation)
  if (!reservation) throw inProgress()
  try {
    return await work()
  } finally {
    // Before the answer: the next request with this key may come to another node at once.
    await reservation.release()
  }
}

/** Runs `work` in a transaction, once per key; `replayed` is true when the answer is that of the first request. */
export async function once(
  database: Database,
  call: IdempotentCall,
  work: (sql: Sql) => Promise<StoredAnswer>,
): Promise<StoredAnswer & { replayed: boolean }> {
  const lock = locksOf(call).change
  const answer = await database.transaction(async (sql) => {
    const [{ locked } = { locked: false }] = await sql<{ locked: boolean }>`
      select pg_try_advisory_xact_lock(${lock}) as locked`
    if (!locked) throw inProgress()

    const first = await selectAnswer(sql, call)
    if (first) return { ...first, replayed: true }

    const result = await settle(sql, work)
    await storeAnswer(sql, call, result)
    return { ...result, replayed: false }
  })
  if (answer.status >= 400) throw refusalOf(answer, answer.replayed)
  return answer
}

/** The answer of an earlier request with the same key; a stored refusal is thrown. */
export async function findAnswer(sql: Sql, call: IdempotentCall): Promise<StoredAnswer | undefined> {
  const answer = await selectAnswer(sql, call)
  if (answer && answer.status >= 400) throw refusalOf(answer, true)
  return answer
}

export async function storeAnswer(sql: Sql, call: IdempotentCall, answer: StoredAnswer): Promise<void> {
  await sql`
    insert into idempotency_keys (credential_id, operation, key, input_hash, status, body)
    values (${call.credentialId}, ${call.operation}, ${call.key}, ${call.inputMarks[0]}, ${answer.status}, ${answer.body})
    on conflict on constraint idempotency_keys_pkey do update
      set input_hash = excluded.input_hash, status = excluded.status, body = excluded.body, created_at = now()`
}

// Refusals are stored, too. Answers that depend on the caller's access (403, 404) are decided anew each time.
const storedRefusals = [400, 409, 412]

export function isStoredRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && storedRefusals.includes(error.status)
}

async function selectAnswer(sql: Sql, call: IdempotentCall): Promise<StoredAnswer | undefined> {
  const [first] = await sql<StoredAnswer & { same: boolean }>`
    select status, body, input_hash = any(${call.inputMarks}::bytea[]) as same from idempotency_keys
    where credential_id = ${call.credentialId} and operation = ${call.operation} and key = ${call.key}
      and created_at > now() - interval '24 hours'`
  if (first && !first.same) throw new ApiError('idempotency_key_reused')
  return first && { status: first.status, body: first.body }
}

async function settle(sql: Sql, work: (sql: Sql) => Promise<StoredAnswer>): Promise<StoredAnswer> {
  await sql`savepoint work`
  try {
    return await work(sql)
  } catch (error) {
    if (!isStoredRefusal(error)) throw error
    await sql`rollback to savepoint work`
    const { code, message, errors } = error
    return { status: error.status, body: JSON.stringify({ code, message, errors }) }
  }
}

function refusalOf(answer: StoredAnswer, replayed: boolean): ApiError {
  const { code, message, errors } = JSON.parse(answer.body!)
  const headers: Record<string, string> = replayed ? { 'Idempotent-Replayed': 'true' } : {}
  return ApiError.restore({ code, message, errors, headers })
}

/** Two locks, because the session that holds a reservation is not the one that commits the change. */
function locksOf({ credentialId, operation, key }: IdempotentCall): { reservation: bigint; change: bigint } {
  const digest = createHash('sha256')
    .update(JSON.stringify([credentialId, operation, key]))
    .digest()
  return { change: digest.readBigInt64BE(0), reservation: digest.readBigInt64BE(8) }
}

function inProgress(): ApiError {
  return new ApiError('idempotency_in_progress', { headers: { 'Retry-After': '1' } })
}
