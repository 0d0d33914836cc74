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
    reviewModel: services.reviewModel,
    checks: services.checks,
    secrets: services.secrets,
    urls,
    webhookHosts: services.webhookHosts,
    uploadHosts: services.uploadHosts,
    pushKey: services.pushKey,
    presence: services.presence,
    origin: services.origin,
    mediaOrigin: services.mediaOrigin,
    requireLive: services.requireLive,
    requireMatch: (current: number) => requireMatch(ifMatch, current),
    setRevision: undefined,
    role: undefined,
    projectId: undefined,
    access: undefined,
  }
}

/** Guests of shares get URLs that end soon, from every operation. */
function urlsFor(
  { storage, urls }: Services,
  caller: Caller | undefined,
): Pick<Services, 'storage' | 'urls'> {
  if (caller?.kind !== 'share') return { storage, urls }
  return { storage: shortLivedStorage(storage), urls: shortLivedSigner(urls) }
}

const withoutClient = () => noClient

function withNetwork(
  { services, caller, client = withoutClient, gone = () => never }: Call,
  context: CallContext,
): CallContext {
  const { mail, views } = services
  const { storage } = urlsFor(services, caller)
  const guess = (kind: GuessKind, secret: string) => services.guess(kind, secret, client().network)
  return Object.assign(context, { storage, mail, views, guess, gone })
}

const never = new AbortController().signal

/** Checks the caller's role and puts it into the context. */
async function grantAccess({ operation, caller, input }: Call, context: CallContext): Promise<void> {
  const id = input[operation.project!] as string
  const access = await requireProjectRole(context.sql, operation.project!, id, caller!, admitted(operation))
  context.projectId = access.projectId
  context.role = access.role
}

function admitted({ roles, share }: Operation): Admitted {
  return { roles: roles!, share }
}

/** Puts the caller's access into the context as SQL that the handler must join. */
function joinAccess({ operation, caller, input }: Call, context: CallContext): void {
  const locator = operation.project!
  const who = admitted(operation)
  const id = input[locator] as string
  const { sql } = context
  const access = accessRelation(locator, id, caller!, who)
  context.access = access
  context.sql = joiningAccess(sql, access, async () => {
    await requireProjectRole(sql, locator, id, caller!, who)
  })
}

/**
 * Throws when the first statement does not join `access`; when it returns no rows, checks whether access is the
 * reason.
 */
function joiningAccess(sql: Sql, access: Fragment, explain: () => Promise<void>): Sql {
  let checked = false
  return async (strings, ...values) => {
    if (!checked && !values.includes(access)) throw new Error('the first statement must join `access`')
    const rows = await sql(strings, ...values)
    if (!checked && rows.length === 0) await explain()
    checked = true
    return rows as never[]
  }
}

function requireMatch(ifMatch: string | undefined, revision: number): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  const tags = ifMatch.split(',').map((tag) => tag.trim())
  if (tags.includes(`"${revision}"`)) return
  const message = `The record has changed since you read it: its ETag is now "${revision}", which \`If-Match\` does not name. Read it again, then retry with the new ETag.`
  throw new ApiError('precondition_failed', { message })
}

function answerBody(operation: Operation, result: unknown): string | Buffer | null {
  const output = operation.output[1]
  if (output === undefined) return null
  // The statement found nothing, and access has been granted meanwhile: the caller may retry.
  if (result === undefined) throw new ApiError('conflict')
  if (result instanceof JsonText) return result.json
  return JSON.stringify('page' in output ? result : { data: result })
}

function nameViolation(operation: Operation, error: unknown): unknown {
  const { constraint, code } = error as { constraint?: string; code?: string }
  // Class 23 is integrity: unique, foreign key, check, not null.
  if (constraint === undefined || code === undefined || !code.startsWith('23')) return error
  const violation = operation.violations?.[constraint]
  return violation === undefined ? error : violationError(violation)
}
