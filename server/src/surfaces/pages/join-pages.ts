// The page of an access link: people with an account join as themselves, others enter a name and join as guests. Opening
// the page changes and counts nothing, so that crawlers and link previews use nothing up.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Email, PersonName } from '../../auth/account-schemas.ts'
import { guestScopes, type Link, openLink } from '../../auth/join-by-link.ts'
import { requestGuestAddress } from '../../auth/mail-settings.ts'
import { ApiError } from '../../core/errors.ts'
import { joinAccessLink } from '../../operations/index.ts'
import { clientOf, networkOf } from '../admission.ts'
import { sendPage } from '../page-layout.ts'
import { safePath } from '../page-scope.ts'
import { attempt, type Failure, failure, queryText, readForm } from './forms.ts'
import { expiredLinkPage, findLinkPreview, joinPage, type LinkPreview } from './join-view.ts'
import {
  beginGuestSession,
  beginSession,
  entrantOf,
  findVisitor,
  type PageServices,
  type Visitor,
} from './visitor.ts'

export function registerJoinPages(app: FastifyInstance, services: PageServices): void {
  const { admission, database } = services
  const { sql } = database
  // The bucket of the operation: joins by page and by API count together.
  const joinQuota = admission.callLimit(joinAccessLink.tier, 'joinAccessLink').quotaOf(undefined)

  app.get('/join/:key', async (request, reply) => {
    const visitor = await findVisitor(services, request)
    const preview = await findLinkPreview(sql, keyOf(request), visitor)
    if (!preview) return sendPage(reply, expiredLinkPage)
    if (preview.joined) return reply.redirect(pathBehind(preview, request), 303)
    return show(request, reply, preview, visitor)
  })

  app.post('/join/:key', async (request, reply) => {
    const key = keyOf(request)
    const visitor = await findVisitor(services, request)
    const preview = await findLinkPreview(sql, key, visitor)
    if (!preview) return sendPage(reply, expiredLinkPage)
    const form = readForm(request)
    const name = form.text('name').trim()
    const email = form.text('email').trim()
    await admission.limitNetwork(request, joinQuota)
    const guessAt = (key: string) => services.guess('access-link', key, networkOf(request.ip))
    const failed = await attempt(async () => {
      if (!isAccount(visitor)) requireGuest(name, email)
      const password = form.text('password').slice(0, 1_000)
      const link = await openLink(sql, { guessAt, accessKey: key, password, client: clientOf(request) })
      if (isAccount(visitor)) await enterAsUser(services, { request, reply, link, visitor })
      else await enterAsGuest(services, { request, reply, link, name, email })
    })
    if (!failed) return reply.redirect(pathBehind(preview, request), 303)
    return show(request, reply, preview, visitor, { name, email, failed: inWords(preview, failed) })
  })

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    preview: LinkPreview,
    visitor: Visitor | undefined,
    typed: { name?: string; email?: string; failed?: Failure } = {},
  ) {
    const account = isAccount(visitor) ? visitor.account : undefined
    return sendPage(reply, await joinPage({ preview, path: request.url, account, services, ...typed }))
  }
}

/** A link with a password is known to work at this point, so a refusal is about the password. */
function inWords({ locked }: LinkPreview, failed: Failure): Failure {
  if (!locked || failed.status !== 403) return failed
  return failure('The password is wrong. Ask the person who sent you the link for it.', 403)
}

/** Where to go after joining: the link may name a file or a review of its project. */
function pathBehind({ projectId }: LinkPreview, request: FastifyRequest): string {
  const next = safePath(queryText(request, 'next'))
  return next.startsWith('/files/') || next.startsWith(`/projects/${projectId}/`)
    ? next
    : `/projects/${projectId}`
}

function keyOf(request: FastifyRequest): string {
  return (request.params as { key: string }).key
}

/** A guest of another link becomes a new guest: a guest belongs to one project. */
function isAccount(visitor: Visitor | undefined): visitor is Visitor {
  return visitor !== undefined && !visitor.account.guest
}

/** The address is optional. */
function requireGuest(name: string, email: string): void {
  const fields = z.object({ name: PersonName, email: Email.optional() })
  const parsed = fields.safeParse({ name, email: email || undefined })
  if (parsed.success) return
  const errors = parsed.error.issues.map(({ path, message }) => {
    return { path: `/${path.join('/')}`, code: 'invalid', message }
  })
  throw new ApiError('invalid_request', { errors })
}

type Entering = { request: FastifyRequest; reply: FastifyReply; link: Link }

async function enterAsUser(
  services: PageServices,
  { request, reply, link, visitor: { caller } }: Entering & { visitor: Visitor },
): Promise<void> {
  const { sql } = services.database
  const joined = await services.linkJoining.joinAsUser(sql, link, caller, clientOf(request))
  if (!joined) throw new ApiError('link_refused')
  const { workspaceId } = joined
  await beginSession(services, { request, reply, entrant: entrantOf(caller, 'ACCESS_LINK'), workspaceId })
}

async function enterAsGuest(
  services: PageServices,
  { request, reply, link, name, email }: Entering & { name: string; email: string },
): Promise<void> {
  const newGuest = { name, token: null, client: clientOf(request) }
  const joined = await services.linkJoining.joinAsGuest(services.database.sql, link, newGuest)
  if (!joined) throw new ApiError('link_refused')
  const { userId, workspaceId, expiresAt } = joined
  const guest = { userId, workspaceId, scopes: guestScopes(link), endsAt: expiresAt }
  await beginGuestSession(services, { request, reply, guest })
  if (email === '' || !services.mail.configured) return
  const guess = (kind: 'letters', secret: string) => services.guess(kind, secret, networkOf(request.ip))
  // The guest is in, also when this network has caused too many letters. The settings ask for the address again.
  await requestGuestAddress({ ...services, guess }, { userId, email }).catch((error) => {
    if (!(error instanceof ApiError)) throw error
  })
}
