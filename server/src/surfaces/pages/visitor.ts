// Who looks at a page, and the cookie that says so.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Origin, signIn } from '../../auth/accounts.ts'
import type { Evidence } from '../../auth/evidence.ts'
import { isSafe } from '../../auth/own-origin.ts'
import { cookieName, endedCookie, readCookie, sessionCookie } from '../../auth/session-cookie.ts'
import {
  createSession,
  endSession,
  findSession,
  type NewSession,
  recordSessionUse,
} from '../../auth/sessions.ts'
import type { Caller } from '../../core/access.ts'
import { callOperation } from '../../core/call.ts'
import { type Account, getAccount } from '../../operations/account/get-account.ts'
import type { RouteServices } from '../http/routes.ts'
import type { OAuthServer } from '../oauth/routes.ts'

export type PageServices = RouteServices & {
  oauth: OAuthServer
  /** Where browsers send and fetch files, when that is not here. */
  filesOrigin: string | undefined
}

export type Visitor = { caller: Caller; account: Account }

/** Thrown where somebody must be signed in. They come back to `next` afterwards. */
export class SignInFirst extends Error {
  readonly next: string
  constructor(next: string) {
    super('not signed in')
    this.next = next
  }
}

/** Not remembered as for the API: a page shows at once what a click on it has changed. */
async function findCaller(services: PageServices, request: FastifyRequest): Promise<Caller | undefined> {
  const { sql } = services.database
  const token = cookieToken(services, request)
  const found = token === undefined ? undefined : await findSession(sql, token)
  if (found?.stale) await recordSessionUse(sql, found.caller.credentialId)
  return found?.caller
}

export async function requireSession(services: PageServices, request: FastifyRequest): Promise<Caller> {
  const caller = await findCaller(services, request)
  if (!caller) throw new SignInFirst(isSafe(request.method) ? request.url : '/')
  return caller
}

export async function findVisitor(
  services: PageServices,
  request: FastifyRequest,
): Promise<Visitor | undefined> {
  const caller = await findCaller(services, request)
  return caller && asVisitor(services, caller)
}

export async function requireVisitor(services: PageServices, request: FastifyRequest): Promise<Visitor> {
  return asVisitor(services, await requireSession(services, request))
}

/** As the API answers it. */
async function asVisitor(services: PageServices, caller: Caller): Promise<Visitor> {
  const { body } = await callOperation(services, { ...getAccount, name: 'getAccount' }, caller, {})
  return { caller, account: JSON.parse(body!).data }
}

function cookieToken({ baseUrl }: PageServices, request: FastifyRequest): string | undefined {
  return readCookie(request.headers.cookie, cookieName(baseUrl))
}

export function originOf(request: FastifyRequest): Origin {
  return { address: request.ip, userAgent: request.headers['user-agent'] ?? null }
}

/** Who comes in, and on what; nothing, where the account was made or taken back with the same request. */
export type Entrant = { userId: string; evidence?: Evidence }

/** Somebody who is in already, and goes on to another workspace. */
export function entrantOf({ userId, credentialId }: Caller): Entrant {
  return { userId, evidence: { session: credentialId } }
}

/** A new token at every sign-in, so that one planted before is worth nothing. False: the account is in no workspace. */
export async function beginSession(
  services: PageServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { userId, evidence }: Entrant,
  workspaceId: string | null = null,
): Promise<boolean> {
  const session = await signIn(services.database.sql, userId, originOf(request), evidence, workspaceId)
  if (session) await replaceCookie(services, request, reply, session.token)
  return session !== undefined
}

export async function beginGuestSession(
  services: PageServices,
  request: FastifyRequest,
  reply: FastifyReply,
  guest: Omit<NewSession, keyof Origin>,
): Promise<void> {
  const session = await createSession(services.database.sql, { ...guest, ...originOf(request) })
  await replaceCookie(services, request, reply, session.token)
}

async function replaceCookie(
  services: PageServices,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
) {
  const old = cookieToken(services, request)
  if (old !== undefined) await endSession(services.database.sql, old)
  reply.header('Set-Cookie', sessionCookie(services.baseUrl, token))
}

export async function endVisit(
  services: PageServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const token = cookieToken(services, request)
  if (token !== undefined) await endSession(services.database.sql, token)
  reply.header('Set-Cookie', endedCookie(services.baseUrl))
}

/** nginx answers 502 when the headers of an answer exceed its buffer, which is 4 KB at least. */
const longestNext = 2_000

/** The sign-in page, which leads to `next` afterwards; a path that is too long for a header is left out. */
export function signInPath(next: string): string {
  const encoded = encodeURIComponent(next)
  return encoded.length > longestNext ? '/sign-in' : `/sign-in?next=${encoded}`
}

/** A path of ours to go on to, and nothing else: `next` comes from the address bar. */
export function safePath(next: string): string {
  return next.length <= longestNext && /^\/(?![/\\])[\x21-\x7e]*$/.test(next) ? next : '/'
}
