// The steps of a call: prepare → handler → after. `call.ts` says which of them run in a transaction.

import { accessRelation, type Caller, requireProjectRole } from './access.ts'
import type { Answer, Call } from './call.ts'
import { ApiError, violationError } from './errors.ts'
import type { GuessKind } from './guesses.ts'
import { type Context, isRead, type Operation, type OutsideContext, Written } from './operation.ts'
import type { Fragment, Sql } from './sql.ts'

/** What `prepare` found: its result, and the access that it was granted, which is not asked for twice. */
export type Ready = { prepared: unknown; granted: Omit<Granted, 'sql'> }

export async function prepare(call: Call): Promise<Ready> {
  const { services, operation, caller, input } = call
  const context = outside(call, newContext(call, services.database.sql))
  try {
    await (operation.joinsAccess
      ? joinAccess(operation, caller!, input, context)
      : operation.project && grantAccess(operation, caller!, input, context))
    const prepared = await operation.prepare!(input, context)
    const { role, projectId, access } = context
    return { prepared, granted: { role, projectId, access } }
  } catch (error) {
    throw nameViolation(operation, error)
  }
}

/** At once when the handler has nothing to wait for. */
export function handle(call: Call, sql: Sql, ready?: Ready): Answer | Promise<Answer> {
  const { operation, caller, input } = call
  let revision: number | undefined
  const context = newContext(call, sql, (value) => {
    revision = value
  })
  const answer = (result: unknown): Answer => {
    const body = answerBody(operation, result)
    return { status: operation.output[0], body, revision, replayed: false, result }
  }
  let granted: Promise<void> | undefined
  if (ready) Object.assign(context, ready.granted)
  else if (operation.joinsAccess) joinAccess(operation, caller!, input, context)
  else if (operation.project) granted = grantAccess(operation, caller!, input, context)
  const run = () => operation.handler(input, context, ready?.prepared)
  const result = granted ? granted.then(run) : run()
  if (!(result instanceof Promise)) return answer(result)
  return result.then(answer, (error) => {
    throw nameViolation(operation, error)
  })
}

/** The answer after `after`: what it could not do is a part of it, and no error. */
export async function finish(call: Call, made: Answer): Promise<Answer> {
  const { operation, services, input } = call
  if (!operation.after) return made
  const context = outside(call, newContext(call, services.database.sql))
  const result = await operation.after(input, context, made.result)
  return { ...made, result, body: answerBody(operation, result) }
}

/** How a promise ended, to be asked for later; an error that is not to be kept is thrown now. */
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

function newContext(
  { services, operation, caller, ifMatch }: Call,
  sql: Sql,
  setRevision?: Context['setRevision'],
): Context {
  return {
    sql,
    caller,
    visitor: caller,
    cursors: services.cursors,
    // See ReadContext: what may run in a transaction does not have it.
    storage: isRead(operation) ? services.storage : undefined,
    quotas: services.quotas,
    providers: services.providers,
    secrets: services.secrets,
    urls: services.urls,
    webhookHosts: services.webhookHosts,
    origin: services.origin,
    requireLive: services.requireLive,
    requireMatch: (current: number) => requireMatch(ifMatch, current),
    setRevision,
  } as unknown as Context
}

function outside({ services, network }: Call, context: Context): OutsideContext {
  const { storage, mail } = services
  const guess = (kind: GuessKind, secret: string) => services.guess(kind, secret, network?.() ?? 'unknown')
  return Object.assign(context, { storage, mail, guess })
}

type Granted = Pick<Context, 'sql' | 'role' | 'projectId' | 'access'>

/** Checks the caller's role and puts it into the context. */
async function grantAccess(
  operation: Operation,
  caller: Caller,
  input: Record<string, unknown>,
  context: Granted,
): Promise<void> {
  const id = input[operation.project!] as string
  const access = await requireProjectRole(context.sql, operation.project!, id, caller, operation.roles!)
  context.projectId = access.projectId
  context.role = access.role
}

/** Puts the caller's access into the context as SQL that the handler must join. */
function joinAccess(
  operation: Operation,
  caller: Caller,
  input: Record<string, unknown>,
  context: Granted,
): undefined {
  const locator = operation.project!
  const roles = operation.roles!
  const id = input[locator] as string
  const { sql } = context
  context.access = accessRelation(locator, id, caller, roles)
  context.sql = joiningAccess(sql, context.access, async () => {
    await requireProjectRole(sql, locator, id, caller, roles)
  })
}

/** Lets a first statement through only if it joins `access`; when it comes back empty, finds out whether that is why. */
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

function answerBody(operation: Operation, result: unknown): string | null {
  const output = operation.output[1]
  if (output === undefined) return null
  // A statement that found nothing although access was granted meanwhile: the caller may simply ask again.
  if (result === undefined) throw new ApiError('conflict')
  if (result instanceof Written) return result.json
  return JSON.stringify('page' in output ? result : { data: result })
}

function nameViolation(operation: Operation, error: unknown): unknown {
  const { constraint, code } = error as { constraint?: string; code?: string }
  // Class 23 is integrity: unique, foreign key, check, not null.
  if (constraint === undefined || code === undefined || !code.startsWith('23')) return error
  const violation = operation.violations?.[constraint]
  return violation === undefined ? error : violationError(violation)
}
