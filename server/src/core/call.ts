// The way of a call after authentication and rate limit: scope → parse → project role → handler → answer.
// HTTP and MCP both go through here, so that neither can differ.

import type { z } from 'zod'
import { accessRelation, type Caller, hasWorkspaceRole, requireProjectRole } from './access.ts'
import { ApiError, type FieldError, unknownReference, violationError } from './errors.ts'
import { once } from './idempotency.ts'
import type { Mail } from './mail.ts'
import { type Context, type Operation, Written } from './operation.ts'
import type { CursorSigner } from './pages.ts'
import type { Providers } from './provider.ts'
import { malformedId } from './schemas.ts'
import type { SecretBox } from './secret-box.ts'
import type { UrlSigner } from './signed-urls.ts'
import type { Database, Fragment, Sql } from './sql.ts'
import type { Storage } from './storage.ts'

export type Services = {
  database: Database
  cursors: CursorSigner
  storage: Storage
  providers: Providers
  secrets: SecretBox
  urls: UrlSigner
  mail: Mail
  webhookHosts: readonly string[]
  guess: (at: string) => Promise<void>
  /** Throws 503 on a restored copy, which must reach nobody. */
  requireLive: () => void
  /** What browsers call us, for links. */
  origin: () => string
  /** To be called after a commit that may have told of a change. Returns at once. */
  changed: () => void
}

export type CallOptions = {
  ifMatch?: string | undefined
  idempotencyKey?: string | undefined
}

export type Answer = {
  status: number
  /** The JSON text, or null when the answer has no body. */
  body: string | null
  revision: number | undefined
  replayed: boolean
}

/** Also refuses other credentials where only a session will do. */
export function requireScope(operation: Operation, caller: Caller | undefined): void {
  const { scope, credential } = operation
  if (credential === 'session' && caller?.kind !== 'session') throw new ApiError('session_required')
  if (scope === null || caller?.scopes.has(scope)) return
  throw new ApiError('insufficient_scope', {
    message: `The credential lacks the scope ${scope}.`,
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  })
}

/** The parsed input, or 400 with every invalid field. Ids in the path are never invalid, only unknown: 404. */
export function parseInput(operation: Operation, pathKeys: readonly string[], input: unknown) {
  const parsed = operation.input.safeParse(input)
  if (parsed.success) return parsed.data as Record<string, unknown>
  const issues: z.core.$ZodIssue[] = parsed.error.issues
  const errors = issues.filter((issue) => !pathKeys.includes(String(issue.path[0]))).flatMap(fieldErrors)
  throw errors.length > 0 ? new ApiError('invalid_request', { errors }) : new ApiError('not_found')
}

function fieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  const path = issue.path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
  if (issue.code === 'custom' && issue.params?.code === malformedId) return [unknownReference(path)]
  if (issue.code === 'unrecognized_keys') {
    const message = 'This operation has no such field.'
    return issue.keys.map((key) => ({
      path: `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      code: 'unknown_field',
      message,
    }))
  }
  const code = issue.code === 'custom' ? (issue.params?.code ?? issue.code) : issue.code
  return [{ path, code, message: issue.message }]
}

export function callOperation(
  services: Services,
  operation: Operation,
  caller: Caller | undefined,
  input: Record<string, unknown>,
  options: CallOptions = {},
): Answer | Promise<Answer> {
  if (operation.workspaceRole && !hasWorkspaceRole(caller!.workspaceRole, operation.workspaceRole)) {
    const message = `Your role in this workspace does not allow this operation. It takes ${operation.workspaceRole} or above.`
    throw new ApiError('insufficient_role', { message })
  }
  const answer = answerOf(services, operation, caller, input, options)
  // What reads has nothing to tell; and what changes something is never answered at once.
  if (isRead(operation) || !(answer instanceof Promise)) return answer
  return answer.then((settled) => {
    services.changed()
    return settled
  })
}

function isRead({ http }: Operation): boolean {
  return http.startsWith('GET ') || http.startsWith('QUERY ')
}

function answerOf(
  services: Services,
  operation: Operation,
  caller: Caller | undefined,
  input: Record<string, unknown>,
  options: CallOptions,
): Answer | Promise<Answer> {
  const { database } = services
  const run = (sql: Sql) => runHandler(services, operation, caller, input, options, sql)
  // Visitors cannot be told apart, so they must not get each other's answers.
  if (options.idempotencyKey === undefined || caller === undefined) {
    return operation.transaction ? database.transaction(async (sql) => run(sql)) : run(database.sql)
  }
  return callOnce(services, operation, caller, input, options.idempotencyKey, run)
}

async function callOnce(
  { database, secrets }: Services,
  operation: Operation,
  caller: Caller,
  input: Record<string, unknown>,
  key: string,
  run: (sql: Sql) => Answer | Promise<Answer>,
): Promise<Answer> {
  const call = { credentialId: caller.credentialId, operation: operation.name, key, input }
  let revision: number | undefined
  const answer = await once(database, secrets.marks, call, async (sql) => {
    const first = await run(sql)
    revision = first.revision
    return operation.confidential ? { ...first, body: seal(secrets, first.body!) } : first
  })
  const body = operation.confidential ? unseal(secrets, answer.body!) : answer.body
  return { ...answer, body, revision }
}

function seal(secrets: SecretBox, body: string): string {
  return secrets.seal(body).toString('base64')
}

/** With a SECRET_KEY that was replaced meanwhile, the first answer cannot be given again. */
function unseal(secrets: SecretBox, sealed: string): string {
  const body = secrets.open(Buffer.from(sealed, 'base64'))
  if (body === undefined) throw new ApiError('conflict')
  return body
}

/** At once when the handler has nothing to wait for. */
function runHandler(
  services: Services,
  operation: Operation,
  caller: Caller | undefined,
  input: Record<string, unknown>,
  options: CallOptions,
  sql: Sql,
): Answer | Promise<Answer> {
  let revision: number | undefined
  const context = {
    sql,
    caller,
    visitor: caller,
    cursors: services.cursors,
    storage: services.storage,
    providers: services.providers,
    secrets: services.secrets,
    urls: services.urls,
    mail: services.mail,
    webhookHosts: services.webhookHosts,
    guess: services.guess,
    requireLive: services.requireLive,
    origin: services.origin,
    requireMatch: (current: number) => requireMatch(options.ifMatch, current),
    setRevision: (value: number) => {
      revision = value
    },
  } as Context
  const answer = (result: unknown): Answer => {
    return { status: operation.output[0], body: answerBody(operation, result), revision, replayed: false }
  }
  const granted = operation.joinsAccess
    ? joinAccess(operation, context.caller, input, context)
    : operation.project && grantAccess(operation, context.caller, input, context)
  const call = () => operation.handler(input, context)
  const result = granted ? granted.then(call) : call()
  if (!(result instanceof Promise)) return answer(result)
  return result.then(answer, (error) => {
    throw nameViolation(operation, error)
  })
}

/** Checks the caller's role and puts it into the context. */
async function grantAccess(
  operation: Operation,
  caller: Caller,
  input: Record<string, unknown>,
  context: Context,
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
  context: Context,
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
  if (!tags.includes(`"${revision}"`)) throw new ApiError('precondition_failed')
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
