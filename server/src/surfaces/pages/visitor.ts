// The person who looks at a page, and the session cookie that identifies them.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { z } from 'zod'
import { signIn } from '../../auth/accounts.ts'
import type { Evidence } from '../../auth/evidence.ts'
import type { LinkJoining } from '../../auth/join-by-link.ts'
import type { OAuthServer } from '../../auth/oauth/server.ts'
import { endedCookie, sessionCookie } from '../../auth/session-cookie.ts'
import { createSession, endOwnSession, endSession, type NewSession } from '../../auth/sessions.ts'
import type { Caller } from '../../core/access.ts'
import type { SignInMethod } from '../../core/audit.ts'
import { callOperation, plainCall } from '../../core/call.ts'
import type { RateLimits } from '../../core/rate-limit.ts'
import type { Services } from '../../core/services.ts'
import { getAccount } from '../../operations/index.ts'
import { type Admission, clientOf } from '../admission.ts'

export type PageServices = Services & {
  admission: Admission
  oauth: OAuthServer
  linkJoining: LinkJoining
  logger: Logger
  rateLimits: RateLimits
  baseUrl: string
  /** Other origins where browsers send and fetch files. */
  fileOrigins: readonly string[]
}

export type Account = z.output<(typeof getAccount)['output'][1]>
export type Visitor = { caller: Caller; account: Account }

export async function findVisitor(
  services: PageServices,
  request: FastifyRequest,
): Promise<Visitor | undefined> {
  const caller = await services.admission.findSession(request)
  return caller && asVisitor(services, caller)
}

export async function requireVisitor(services: PageServices, request: FastifyRequest): Promise<Visitor> {
  return asVisitor(services, await services.admission.requireSession(request))
}

/** Includes the account as the API returns it. */
async function asVisitor(services: PageServices, caller: Caller): Promise<Visitor> {
  const operation = { ...getAccount, name: 'getAccount' }
  const { body } = await callOperation(plainCall(services, operation, caller, {}))
  return { caller, account: JSON.parse(String(body)).data }
}

/**
 * The person who signs in, and how, with the evidence for it; none where the same request created or recovered the account.
 */
export type Entrant = { userId: string; evidence?: Evidence; method: SignInMethod }

/** A signed-in person who switches to another workspace. */
export function entrantOf(
  { userId, credentialId }: Caller,
  method: SignInMethod = 'WORKSPACE_SWITCH',
): Entrant {
  return { userId, evidence: { session: credentialId }, method }
}

type Exchange = { request: FastifyRequest; reply: FastifyReply }

/** Every sign-in makes a new token, so that one planted before is worthless. False: the account is in no workspace. */
export async function beginSession(
  services: PageServices,
  {
    request,
    reply,
    entrant,
    workspaceId = null,
  }: Exchange & { entrant: Entrant; workspaceId?: string | null },
): Promise<boolean> {
  const { userId, evidence, method } = entrant
  const session = await signIn(services.database.sql, {
    userId,
    origin: clientOf(request),
    evidence,
    workspaceId,
    method,
  })
  if (session) await replaceCookie(services, { request, reply }, session.token)
  return session !== undefined
}

export async function beginGuestSession(
  services: PageServices,
  { request, reply, guest }: Exchange & { guest: Omit<NewSession, 'address' | 'userAgent' | 'method'> },
): Promise<void> {
  const { address, userAgent } = clientOf(request)
  const origin = { address, userAgent, method: 'ACCESS_LINK' } as const
  const session = await createSession(services.database.sql, { ...guest, ...origin })
  await replaceCookie(services, { request, reply }, session.token)
}

async function replaceCookie(
  services: PageServices,
  { request, reply }: Exchange,
  token: string,
): Promise<void> {
  const old = services.admission.sessionToken(request.headers.cookie)
  if (old !== undefined) await endSession(services.database.sql, old)
  reply.header('Set-Cookie', sessionCookie(services.baseUrl, token))
}

export async function signOut(services: PageServices, { request, reply }: Exchange): Promise<void> {
  const token = services.admission.sessionToken(request.headers.cookie)
  if (token !== undefined) await endOwnSession(services.database.sql, token, clientOf(request))
  reply.header('Set-Cookie', endedCookie(services.baseUrl))
}
