// Where a person decides about an app. It works without JavaScript: one form, and redirects.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Interaction, Provider } from 'oidc-provider'
import type { Authenticator } from '../../auth/credentials.ts'
import { rememberedGrant, saveConsent } from '../../auth/oauth/grants.ts'
import { consentPath } from '../../auth/oauth/paths.ts'
import { requireOwnOrigin } from '../../auth/own-origin.ts'
import { cookieName, readCookie } from '../../auth/session-cookie.ts'
import { type Caller, isScope, type Scope, scopes } from '../../core/access.ts'
import type { Database } from '../../core/sql.ts'
import { sendPage } from '../pages/layout.ts'
import { type ConsentView, consentPage, messagePage } from './consent-page.ts'

export type ConsentServices = {
  baseUrl: string
  database: Database
  authenticator: Authenticator
  provider(): Promise<Provider>
}

const path = `${consentPath}/:uid`

export function registerConsent(app: FastifyInstance, services: ConsentServices): void {
  app.get(path, async (request, reply) => {
    const asked = await load(request, reply, services)
    return asked && sendPage(reply, consentPage(asked.view))
  })
  app.post(path, async (request, reply) => {
    requireOwnOrigin(request.headers, services.baseUrl)
    const asked = await load(request, reply, services)
    return asked && decide(request, reply, services, asked)
  })
}

export async function signedIn(
  { baseUrl, authenticator }: Pick<ConsentServices, 'baseUrl' | 'authenticator'>,
  cookies: string | undefined,
): Promise<Caller | undefined> {
  const token = readCookie(cookies, cookieName(baseUrl))
  return token === undefined ? undefined : authenticator.authenticateSession(token)
}

type Asked = {
  caller: Caller
  interaction: Interaction
  clientId: string
  resources: string[]
  view: ConsentView
}

/** What is asked of whom. Undefined when something else was sent instead. */
async function load(
  request: FastifyRequest,
  reply: FastifyReply,
  services: ConsentServices,
): Promise<Asked | undefined> {
  const provider = await services.provider()
  const interaction = await provider.interactionDetails(request.raw, reply.raw).catch(() => undefined)
  const caller = await signedIn(services, request.headers.cookie)
  if (interaction && !caller) {
    reply.redirect(`/sign-in?${new URLSearchParams({ next: request.url })}`, 303)
    return undefined
  }
  const client = interaction && (await provider.Client.find(String(interaction.params.client_id)))
  const other = interaction?.session !== undefined && interaction.session.accountId !== caller?.userId
  if (!interaction || !caller || !client || other) {
    sendPage(
      reply,
      messagePage('This page is no longer good', 'Go back to the app and connect it again.', 400),
    )
    return undefined
  }
  if (caller.scopes.size < scopes.length) {
    const text = 'You came by an access link. Only people with an account can connect apps.'
    sendPage(reply, messagePage('Guests cannot connect apps', text, 403))
    return undefined
  }
  const { clientId } = client
  const published = clientId.startsWith('https://')
  const redirectUri = String(interaction.params.redirect_uri)
  const asked = String(interaction.params.scope ?? '')
    .split(' ')
    .filter(isScope)
  const person = await readPerson(services.database, caller.userId)
  const before = await rememberedGrant(services.database.sql, caller.userId, clientId)
  const host = published ? new URL(clientId).host : null
  return {
    caller,
    interaction,
    clientId,
    resources: [interaction.params.resource ?? []].flat().map(String),
    view: {
      path: request.url,
      app: { name: client.clientName?.slice(0, 100) ?? host ?? 'An app', host, proven: published },
      redirectUri,
      person,
      workspaces: person.workspaces,
      chosen: { workspaceId: before?.workspaceId ?? caller.workspaceId, scopes: asked },
      asked,
    },
  }
}

type Person = { name: string; email: string; workspaces: { id: string; name: string }[] }

async function readPerson({ sql }: Database, userId: string): Promise<Person> {
  const [person] = await sql<Person>`
    select u.name, u.email,
      (select json_agg(json_build_object('id', w.id, 'name', w.name) order by lower(w.name), w.id)
        from workspace_members m join workspaces w on w.id = m.workspace_id where m.user_id = u.id) as workspaces
    from users u where u.id = ${userId}`
  return person!
}

async function decide(request: FastifyRequest, reply: FastifyReply, services: ConsentServices, asked: Asked) {
  const form = request.body as URLSearchParams
  const result =
    form.get('decision') === 'allow'
      ? await allow(form, services.database, asked)
      : { error: 'access_denied', error_description: 'the person did not allow it' }
  if (typeof result === 'string') return sendPage(reply, consentPage({ ...asked.view, wrong: result }))
  const provider = await services.provider()
  const options = { mergeWithLastSubmission: false }
  return reply.redirect(await provider.interactionResult(request.raw, reply.raw, result, options), 303)
}

/** The result for the library, or what is wrong with the answer. */
async function allow(form: URLSearchParams, { sql }: Database, { caller, clientId, resources, view }: Asked) {
  const { app, asked, workspaces } = view
  const workspaceId = form.get('workspace')
  const allowed: Scope[] = asked.filter((scope) => form.getAll('scope').includes(scope))
  if (!workspaces.some(({ id }) => id === workspaceId)) return 'Choose one of your workspaces.'
  if (allowed.length === 0) return 'Tick what you allow, or do not allow the app at all.'
  const grantId = await saveConsent(sql, {
    userId: caller.userId,
    workspaceId: workspaceId!,
    client: { id: clientId, name: app.name, host: app.host },
    asked,
    allowed,
    resources,
  })
  return { login: { accountId: caller.userId }, consent: { grantId } }
}
