// Where access links lead: people with an account join as themselves, others give a name and come as guests.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PersonName } from '../../auth/account-schemas.ts'
import { hashToken } from '../../auth/api-keys.ts'
import { ApiError } from '../../core/errors.ts'
import type { Quota } from '../../core/rate-limit.ts'
import type { Sql } from '../../core/sql.ts'
import { guestScopes } from '../../operations/access-links/guest-scopes.ts'
import {
  joinAsGuest,
  joinAsUser,
  type Link,
  live,
  openLink,
} from '../../operations/access-links/join-link.ts'
import { networkOf, rateLimited } from '../http/routes.ts'
import { attempt, type Failure, field, notice, readForm } from './forms.ts'
import { html } from './html.ts'
import { sendPage } from './layout.ts'
import {
  beginGuestSession,
  beginSession,
  entrantOf,
  findVisitor,
  type PageServices,
  type Visitor,
} from './visitor.ts'

type Door = { key: string; projectId: string; project: string; locked: boolean; joined: boolean }

export function registerJoinPages(app: FastifyInstance, services: PageServices): void {
  const { sql } = services.database

  app.get('/join/:key', async (request, reply) => {
    const visitor = await findVisitor(services, request)
    const door = await findDoor(sql, keyOf(request), visitor)
    if (!door) return deadPage(reply)
    if (door.joined) return reply.redirect(projectPath(door), 303)
    return joinPage(reply, door, visitor)
  })

  app.post('/join/:key', async (request, reply) => {
    const key = keyOf(request)
    const visitor = await findVisitor(services, request)
    const door = await findDoor(sql, key, visitor)
    if (!door) return deadPage(reply)
    const form = readForm(request)
    const name = form.text('name').trim()
    await limitJoins(services, request)
    const guessAt = (key: string) => services.guess('access-link', key, networkOf(request.ip))
    const failed = await attempt(async () => {
      if (!isAccount(visitor)) requireName(name)
      const link = await openLink(sql, guessAt, key, form.text('password').slice(0, 1_000))
      if (isAccount(visitor)) await enterAsUser(services, request, reply, link, visitor)
      else await enterAsGuest(services, request, reply, link, name)
    })
    return failed ? joinPage(reply, door, visitor, name, failed) : reply.redirect(projectPath(door), 303)
  })
}

/** From the same bucket as the operation. */
async function limitJoins({ limiter, rateLimits }: PageServices, request: FastifyRequest): Promise<void> {
  const quota: Quota = {
    name: 'tier3',
    limit: rateLimits.tier3,
    windowSeconds: 60,
    operation: 'joinAccessLink',
  }
  const verdict = await limiter.take(networkOf(request.ip), quota)
  if (!verdict.allowed) throw rateLimited(verdict)
}

function keyOf(request: FastifyRequest): string {
  return (request.params as { key: string }).key
}

/** A guest of another link is a new guest here: a guest is of one project. */
function isAccount(visitor: Visitor | undefined): visitor is Visitor {
  return visitor !== undefined && !visitor.account.guest
}

async function findDoor(sql: Sql, key: string, visitor: Visitor | undefined): Promise<Door | undefined> {
  const userId = visitor?.caller.userId ?? null
  const workspaceId = visitor?.caller.workspaceId ?? null
  const [door] = await sql<Omit<Door, 'key'>>`
    select p.id as "projectId", p.name as project, l.password_hash is not null as locked,
      p.workspace_id = ${workspaceId} and exists (
        select from project_members m where m.project_id = p.id and m.user_id = ${userId}) as joined
    from ${live} where l.key_hash = ${hashToken(key)}`
  return door && { ...door, key }
}

function projectPath({ projectId }: Door): string {
  return `/projects/${projectId}`
}

function requireName(name: string): void {
  const parsed = PersonName.safeParse(name)
  if (parsed.success) return
  const { message } = parsed.error.issues[0]!
  throw new ApiError('invalid_request', { errors: [{ path: '/name', code: 'invalid', message }] })
}

async function enterAsUser(
  services: PageServices,
  request: FastifyRequest,
  reply: FastifyReply,
  link: Link,
  { caller }: Visitor,
): Promise<void> {
  const joined = await joinAsUser(services.database.sql, link, caller)
  if (!joined) throw new ApiError('link_refused')
  await beginSession(services, request, reply, entrantOf(caller), joined.workspaceId)
}

async function enterAsGuest(
  services: PageServices,
  request: FastifyRequest,
  reply: FastifyReply,
  link: Link,
  name: string,
): Promise<void> {
  const joined = await joinAsGuest(services.database.sql, link, name, null)
  if (!joined) throw new ApiError('link_refused')
  const { userId, workspaceId, expiresAt } = joined
  const scopes = guestScopes(link.role, link.allowDownload)
  await beginGuestSession(services, request, reply, { userId, workspaceId, scopes, endsAt: expiresAt })
}

function joinPage(
  reply: FastifyReply,
  { key, project, locked }: Door,
  visitor: Visitor | undefined,
  name?: string,
  failed?: Failure,
) {
  const account = isAccount(visitor) ? visitor.account : undefined
  // Behind a password, the name of the project is not for everybody.
  const title = locked ? 'Join a review' : `Review ${project}`
  const body = html`<div class="sheet"><h1>${title}</h1>
<p>${account ? `You join as ${account.name}.` : 'Say who you are, so that others know whose comments they read.'}</p>
${notice(failed)}
<form method="post">
${!account && field({ name: 'name', label: 'Your name', autocomplete: 'name', value: name, maxlength: 100, error: failed?.fields.name, focus: true })}
${locked && field({ name: 'password', label: 'Password of the link', type: 'password', hint: 'You got it from whoever sent you the link.' })}
<button class="full">Join</button></form>
${!account && html`<p class="after small">Have an account? <a href="/sign-in?next=${encodeURIComponent(`/join/${key}`)}">Sign in</a> first.</p>`}</div>`
  return sendPage(reply, { title, body, status: failed?.status ?? 200 })
}

function deadPage(reply: FastifyReply) {
  const body = html`<div class="sheet"><h1>This link leads nowhere</h1>
<p>It was deleted or has expired. Ask whoever sent it for a new one.</p><p><a href="/">Go to the start</a></p></div>`
  return sendPage(reply, { title: 'Link leads nowhere', body, status: 404 })
}
