// The endpoints of the passkey script for visitors who are not signed in: each ceremony has one request for its options and
// one for the response of the authenticator. Errors are those of the API; adding a passkey to an account is an operation.
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { PersonName } from '../../auth/account-schemas.ts'
import { auditRefusedSignIn } from '../../auth/accounts.ts'
import { acceptAsNew, findInvitation, makesAccount } from '../../auth/invitations.ts'
import {
  addPasskey,
  registrationOptions,
  signInOptions,
  verifyRegistration,
  verifySignIn,
} from '../../auth/passkeys.ts'
import { invalidRequest } from '../../core/call.ts'
import { ApiError } from '../../core/errors.ts'
import { type Html, html } from '../../core/html.ts'
import { newUuid } from '../../core/ids.ts'
import { clientOf } from '../admission.ts'
import { safePath } from '../page-scope.ts'
import { beginSession, type PageServices } from './visitor.ts'

export const passkeyScript = '/assets/passkeys.js'

/** Hidden until the script finds that the browser supports passkeys. `fields` names the form fields that are sent along. */
export function passkeyButton(ceremony: 'sign-in' | 'accept', label: string, fields: string[]): Html {
  return html`<div data-passkey="${ceremony}" data-fields="${fields.join(' ')}" hidden>
<div class="or">or</div>
<button type="button" class="second full">${label}</button>
<p class="wrong" role="alert"></p></div>`
}

// The library verifies the response of the authenticator; the schema only makes sure that there is one.
const response = z.looseObject({ id: z.string().max(2_000) })
const SignIn = z.object({ response, next: z.string().default('/') })
const Begin = z.object({ token: z.string(), name: PersonName })
const Accept = Begin.extend({ response })

export function registerPasskeyRoutes(app: FastifyInstance, services: PageServices): void {
  const { admission, database, origin } = services
  const { sql } = database

  app.addHook('onRequest', (request) => admission.limitNetwork(request, admission.authQuota))

  app.post('/passkeys/sign-in.options', async () => signInOptions(sql, origin()))

  app.post('/passkeys/sign-in', async (request, reply) => {
    const { response, next } = read(SignIn, request)
    const found = await verifySignIn(sql, origin(), response as unknown as AuthenticationResponseJSON).catch(
      (error) => {
        const passkey = Buffer.from(response.id, 'base64url')
        const warn = (reason: Error) =>
          services.logger.warn({ err: reason }, 'a failed sign-in was not recorded')
        void auditRefusedSignIn(sql, { passkey }, clientOf(request)).catch(warn)
        throw error
      },
    )
    if (!(await beginSession(services, { request, reply, entrant: { ...found, method: 'PASSKEY' } })))
      throw new ApiError('passkey_refused')
    return { next: safePath(next) }
  })

  app.post('/passkeys/accept.options', async (request) => {
    const { token, name } = read(Begin, request)
    const invitation = await findInvitation(sql, token)
    if (!invitation || !makesAccount(invitation)) throw new ApiError('link_refused')
    return registrationOptions(sql, origin(), { userId: newUuid(), email: invitation.email, name })
  })

  app.post('/passkeys/accept', async (request, reply) => {
    const { token, name, response } = read(Accept, request)
    const { userId, passkey } = await verifyRegistration(
      sql,
      origin(),
      response as unknown as RegistrationResponseJSON,
    )
    await database.transaction(async (sql) => {
      const workspaceId = await acceptAsNew(sql, token, {
        ...{ userId, name, passwordHash: null },
        client: clientOf(request),
      })
      if (workspaceId === undefined) throw new ApiError('link_refused')
      await addPasskey(sql, userId, 'First passkey', passkey)
    })
    await beginSession(services, { request, reply, entrant: { userId, method: 'INVITATION' } })
    return { next: '/' }
  })
}

function read<S extends z.ZodType>(schema: S, request: FastifyRequest): z.output<S> {
  const parsed = schema.safeParse(request.body)
  if (parsed.success) return parsed.data
  throw invalidRequest(parsed.error.issues)
}
