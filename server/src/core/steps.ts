// The steps of a call: prepare → handler → after. `call.ts` says which of them run in a transaction.

import { type Admitted, accessRelation, type Caller, requireProjectRole } from './access.ts'
import { type Client, noClient } from './audit.ts'
import { ApiError, violationError } from './errors.ts'
import type { GuessKind } from './guesses.ts'
import { JsonText } from './json-text.ts'
import { type CallContext, isRead, type Operation } from './operation.ts'
import { beginAudit } from './operation-audit.ts'
import type { Services } from './services.ts'
import { shortLivedSigner, shortLivedStorage } from './short-lived-urls.ts'
import type { Fragment, Sql } from './sql.ts'

export type Answer = {
  status: number
  /** The JSON text, or null when the answer has no body. Bytes are UTF-8. */
  body: string | Buffer | null
  revision: number | undefined
  replayed: boolean
  /** The handler's result; absent when replayed. */
  result?: unknown
}

/** One call of an operation, with its parsed input. Every caller sets every field: calls of one shape are faster. */
export type Call = {
  services: Services
  operation: Operation
  caller: Caller | undefined
  input: Record<string, unknown>
  ifMatch: string | undefined
  idempotencyKey: string | undefined
  /** Where the request comes from; undefined for a call without a request. */
  client: (() => Client) | undefined
  /** A signal that is aborted when the client is gone, for work that takes long. */
  gone: (() => AbortSignal) | undefined
}

/** The result of `prepare`, and the access that it was granted, which is not checked again. */
export type Ready = { prepared: unknown; granted: Granted }

type Granted = Pick<CallContext, 'role' | 'projectId' | 'access'>

export async function prepare(call: Call): Promise<Ready> {
  const { services, operation } = call
  const context = withNetwork(call, newContext(call, services.database.sql))
  try {
    if (operation.joinsAccess) joinAccess(call, context)
    else if (operation.project) await grantAccess(call, context)
    const prepared = await operation.prepare!(call.input, context)
    const { role, projectId, access } = context
    return { prepared, granted: { role, projectId, access } }
  } catch (error) {
    throw nameViolation(operation, error)
  }
}

/** May return synchronously when the handler needs no I/O. */
export function handle(call: Call, sql: Sql, ready?: Ready): Answer | Promise<Answer> {
  return call.operation.audit === undefined ? runHandler(call, sql, ready) : handleAudited(call, sql, ready)
}

/** The entries are the last statements of a change: what fails before leaves none. */
async function handleAudited(call: Call, sql: Sql, ready: Ready | undefined): Promise<Answer> {
  const { operation, input, caller, client = withoutClient } = call
  const writeEntries = await beginAudit(sql, { audit: operation.audit!, input, caller, client: client() })
  const answer = await runHandler(call, sql, ready)
  await writeEntries(answer.result)
  return answer
}

function runHandler(call: Call, sql: Sql, ready?: Ready): Answer | Promise<Answer> {
  const { operation, input } = call
  let revision: number | undefined
  const context = newContext(call, sql)
  context.setRevision = (value) => {
    revision = value
  }
  const answer = (result: unknown): Answer => {
    const body = answerBody(operation, result)
    return { status: operation.output[0], body, revision, replayed: false, result }
  }
  let granted: Promise<void> | undefined
  if (ready) Object.assign(context, ready.granted)
  else if (operation.joinsAccess) joinAccess(call, context)
  else if (operation.project) granted = grantAccess(call, context)
  const run = () => operation.handler(input, context, ready?.prepared)
  const result = granted ? granted.then(run) : run()
  if (!(result instanceof Promise)) return answer(result)
  return result.then(answer, (error) => {
    throw nameViolation(operation, error)
  })
}

/** The answer of `after`. Its result reports the steps that failed. */
export async function finish(call: Call, made: Answer): Promise<Answer> {
  const { operation, services, input } = call
  if (!operation.after) return made
  const context = withNetwork(call, newContext(call, services.database.sql))
  const result = await operation.after(input, context, made.result)
  return { ...made, result, body: answerBody(operation, result) }
}

/**
 * Settles a promise now and returns or throws its outcome later; an error for which `keep` is false is thrown at
 * once.
 */
export async function outcome<T>(promise: Promise<T>, keep: (error: unknown) => boolean): Promise<() => T> {
  try {
    const value = await promise
    return () => value
  } catch (error) {
    if (!keep(error)) throw error
    return () => {
      throw error
    }
  }
}

/** Sets all fields at once, in one order: contexts of one shape keep the hot path fast. */
function newContext(
  { services, operation, caller, ifMatch, client = withoutClient }: Call,
  sql: Sql,
): CallContext {
  const { storage, urls } = urlsFor(services, caller)
  return {
    sql,
    caller,
    client,
    visitor: caller,
    cursors: services.cursors,
    storage: isRead(operation) ? storage : undefined,
    quotas: services.quotas,
    trashDays: services.trashDays,
    providers: services.providers,
    transcribes: services.transcribes,
    checks: services.checks,
