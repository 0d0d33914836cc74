// The path of a call after admission: parse → project role → handler → answer.
// HTTP and MCP share it, so that they cannot differ.

import type { z } from 'zod'
import { type Caller, hasWorkspaceRole, requirePower, requireShareUse } from './access.ts'
import { ApiError, type FieldError, maxErrors, unknownReference } from './errors.ts'
import {
  findAnswer,
  type IdempotentCall,
  isStoredRefusal,
  once,
  reserved,
  type StoredAnswer,
  storeAnswer,
} from './idempotency.ts'
import { isList, isRead, isTransaction, type Operation } from './operation.ts'
import { malformedId } from './schemas.ts'
import type { Services } from './services.ts'
import type { Sql } from './sql.ts'
import { type Answer, type Call, finish, handle, outcome, prepare } from './steps.ts'

/**
 * Validation reports every error of an input with up to this many list items in total; for a larger input, only the
 * first error.
 */
const maxFullyValidated = 1_000

/** The parsed input, or 400 with every invalid field. Ids in the path are never invalid, only unknown: 404. */
export function parseInput(operation: Operation, pathKeys: readonly string[], input: unknown) {
  // Collecting all errors takes up to 5 µs per wrong value, and a request can hold 40,000 of them.
  let parsed = operation.input.safeParse(input, { abortEarly: true })
  if (parsed.success) return parsed.data as Record<string, unknown>
  if (!hasMoreItems(input, maxFullyValidated)) parsed = operation.input.safeParse(input)
  const issues: z.core.$ZodIssue[] = parsed.error!.issues
  const invalid = issues.filter((issue) => !pathKeys.includes(String(issue.path[0])))
  throw invalid.length > 0 ? invalidRequest(invalid) : new ApiError('not_found')
}

/** 400 with the invalid fields. */
export function invalidRequest(issues: readonly z.core.$ZodIssue[]): ApiError {
  const errors: FieldError[] = []
  let moreErrors = 0
  for (const issue of issues) {
    const listed = fieldErrors(issue, maxErrors - errors.length)
    errors.push(...listed)
    moreErrors += (issue.code === 'unrecognized_keys' ? issue.keys.length : 1) - listed.length
  }
  return new ApiError('invalid_request', { errors, moreErrors })
}

/** Whether the lists of an input, at any depth, have more than `limit` items in total. */
function hasMoreItems(input: unknown, limit: number): boolean {
  let left = limit
  const exceeds = (value: unknown): boolean => {
    if (typeof value !== 'object' || value === null) return false
    if (Array.isArray(value)) left -= value.length
    return left < 0 || Object.values(value).some(exceeds)
  }
  return exceeds(input)
}

/** At most `limit` errors of an issue. */
function fieldErrors(issue: z.core.$ZodIssue, limit: number): FieldError[] {
  if (limit === 0) return []
  const path = issue.path.map((key) => `/${pointerPart(String(key))}`).join('')
  if (issue.code === 'custom' && issue.params?.code === malformedId) return [unknownReference(path)]
  if (issue.code === 'unrecognized_keys') {
    const message = 'This operation has no such field.'
    return issue.keys
      .slice(0, limit)
      .map((key) => ({ path: `${path}/${pointerPart(key)}`, code: 'unknown_field', message }))
  }
  const code = issue.code === 'custom' ? (issue.params?.code ?? issue.code) : issue.code
  return [{ path, code, message: issue.message }]
}

/** The longest part of a JSON pointer that is repeated to the client; every field name of the API is shorter. */
const maxPartLength = 200

function pointerPart(key: string): string {
  const shown = key.length > maxPartLength ? `${key.slice(0, maxPartLength).toWellFormed()}…` : key
  return shown.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** A call that comes without headers. */
export function plainCall(
  services: Services,
  operation: Operation,
  caller: Caller | undefined,
  input: Record<string, unknown>,
): Call {
  return {
    services,
    operation,
    caller,
    input,
    ifMatch: undefined,
    idempotencyKey: undefined,
    client: undefined,
    gone: undefined,
  }
}

export function callOperation(call: Call): Answer | Promise<Answer> {
  const { services, operation, caller } = call
  // Admission has asked as well; a surface that forgot to must not open anything.
  if (caller?.kind === 'share') requireShareUse(caller, operation)
  if (operation.workspaceRole && !hasWorkspaceRole(caller!.workspaceRole, operation.workspaceRole)) {
    const message = `Your role in this workspace does not allow this operation. It takes ${operation.workspaceRole} or above.`
    throw new ApiError('insufficient_role', { message })
  }
  if (operation.power && caller) requirePower(caller, operation.power)
  const answer = answerOf(call)
  // Reads emit no events; writes are always asynchronous. A read that is audited writes an entry.
  const writes = !isRead(operation) || operation.audit !== undefined
  if (!writes || operation.ephemeral || !(answer instanceof Promise)) return answer
  return answer.then((settled) => {
    services.changed()
    if (services.replica === undefined || caller === undefined) return settled
    return services.replica.advance([caller.userId]).then(() => settled)
  })
}

function answerOf(call: Call): Answer | Promise<Answer> {
  const { services, operation, caller, idempotencyKey } = call
  // Visitors cannot be distinguished, so they must not get each other's answers.
  const key = caller && idempotencyKey
  if (operation.prepare || operation.after) return answerInSteps(call, key)
  if (key !== undefined) return answerOnce(call, idempotentCall(call, key), (sql) => handle(call, sql))
  const { database, replica } = services
  if (inTransaction(call)) return database.transaction(async (sql) => handle(call, sql))
  // A share ends at once, also for lists.
  if (replica && isList(operation) && caller?.kind !== 'share')
    return replica.read(caller?.userId, (sql) => handle(call, sql))
  return handle(call, database.sql)
}

/** A guest's change also records the share that it came through. */
function inTransaction({ operation, caller }: Call): boolean {
  return isTransaction(operation) || (caller?.kind === 'share' && !isRead(operation))
}

/** Uses the network before and after the change, with no transaction open meanwhile. */
async function answerInSteps(call: Call, key: string | undefined): Promise<Answer> {
  if (key === undefined) {
    const { operation, services } = call
    const ready = operation.prepare && (await prepare(call))
    const change = async (sql: Sql) => handle(call, sql, ready)
    const { database } = services
    return finish(call, await (inTransaction(call) ? database.transaction(change) : change(database.sql)))
  }
  const idempotent = idempotentCall(call, key)
  return reserved(call.services.database, idempotent, () => answerReserved(call, idempotent))
}

async function answerReserved(call: Call, idempotent: IdempotentCall): Promise<Answer> {
  const { services, operation } = call
  const { sql } = services.database
  const stored = await findAnswer(sql, idempotent)
  if (stored) return open(call, stored)
  // A refusal by `prepare` is stored like one by the handler.
  const ready = operation.prepare && (await outcome(prepare(call), isStoredRefusal))
  const made = await answerOnce(call, idempotent, (sql) => handle(call, sql, ready?.()))
  if (made.replayed || !operation.after) return made
  const finished = await finish(call, made)
  await storeAnswer(sql, idempotent, seal(call, finished))
  return finished
}

async function answerOnce(
  call: Call,
  idempotent: IdempotentCall,
  run: (sql: Sql) => Answer | Promise<Answer>,
): Promise<Answer> {
  let first: Answer | undefined
  const stored = await once(call.services.database, idempotent, async (sql) => {
    first = await run(sql)
    return seal(call, first)
  })
  return stored.replayed ? open(call, stored) : first!
}

function idempotentCall({ services, operation, caller, input }: Call, key: string): IdempotentCall {
  const inputMarks = services.secrets.marks(JSON.stringify(input))
  return { credentialId: caller!.credentialId, operation: operation.name, key, inputMarks }
}

/** The answer as it is stored: an answer with a secret is encrypted. */
function seal({ operation, services }: Call, { status, body }: Answer): StoredAnswer {
  const text = body === null ? null : String(body)
  return { status, body: operation.confidential ? services.secrets.seal(text!).toString('base64') : text }
}

/** Throws when SECRET_KEY was replaced meanwhile: the first answer can no longer be decrypted. */
function open({ operation, services }: Call, { status, body }: StoredAnswer): Answer {
  const opened = operation.confidential ? services.secrets.open(Buffer.from(body!, 'base64')) : body
  if (opened === undefined) throw new ApiError('conflict')
  return { status, body: opened, revision: undefined, replayed: true }
}
