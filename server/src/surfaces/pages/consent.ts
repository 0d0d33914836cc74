// Where a person allows or denies an app. It works without scripts: one form, and redirects.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Client, Interaction, InteractionResults } from 'oidc-provider'
import { resourceUrl } from '../../auth/oauth/access-tokens.ts'
import { auditDenial, rememberedGrant, saveConsent } from '../../auth/oauth/grants.ts'
import { consentPath } from '../../auth/oauth/paths.ts'
import { isScope, modestScopes, type Scope, scopes } from '../../core/access.ts'
import type { Client as RequestClient } from '../../core/audit.ts'
import type { Sql } from '../../core/sql.ts'
import { clientOf } from '../admission.ts'
import { messagePage, type Page, sendPage } from '../page-layout.ts'
import { type ConsentView, consentPage } from './consent-page.ts'
import { type Form, readForm } from './forms.ts'
import { type PageServices, requireVisitor, type Visitor } from './visitor.ts'

const path = `${consentPath}/:uid`

export function registerConsent(app: FastifyInstance, services: PageServices): void {
  app.get(path, async (request, reply) => {
    const question = await findQuestion(services, request, reply)
    if ('body' in question) return sendPage(reply, question)
    const { caller } = question.visitor
    // The authorization server asks who is signed in first, and for consent afterwards if it has to.
    if (question.wants === 'login')
      return answer(services, request, reply, { login: { accountId: caller.userId } })
    return sendPage(reply, consentPage(question.view))
  })

  app.post(path, async (request, reply) => {
    const question = await findQuestion(services, request, reply)
    if ('body' in question) return sendPage(reply, question)
    const decision = readDecision(readForm(request), question.view)
    if ('wrong' in decision) return sendPage(reply, consentPage({ ...question.view, ...decision }))
    const result = await settle(services.database.sql, question, decision, clientOf(request))
    return answer(services, request, reply, result)
  })
}

/** Redirects to the authorization server, which continues with the result. */
async function answer(
  services: PageServices,
  request: FastifyRequest,
  reply: FastifyReply,
  result: InteractionResults,
): Promise<FastifyReply> {
  const { provider } = await services.oauth()
  return reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303)
}

type Question = { wants: string; visitor: Visitor; clientId: string; resources: string[]; view: ConsentView }

/** The app's request and the visitor; or a page that explains why there is nothing to decide. */
async function findQuestion(
  services: PageServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Question | Page> {
  const { provider } = await services.oauth()
  const over = messagePage('This request has expired', 'Go back to the app and connect it again.', 400)
  const interaction = await known(provider.interactionDetails(request.raw, reply.raw))
  if (!interaction) return over
  const visitor = await requireVisitor(services, request)
  const client = await known(provider.Client.find(String(interaction.params.client_id)))
  const begunBy = interaction.session?.accountId ?? visitor.caller.userId
  if (!client || begunBy !== visitor.caller.userId) return over
  if (visitor.account.guest) {
    const text = 'You joined by an access link. Only people with an account can connect apps.'
    return messagePage('Guests cannot connect apps', text, 403)
  }
  const before = await rememberedGrant(services.database.sql, visitor.caller.userId, client.clientId)
  const resources = [interaction.params.resource ?? []].flat().map(String)
  const isAgent = resources.includes(resourceUrl(services.baseUrl, 'mcp'))
  const { account } = visitor
  const question = questionOf(interaction, isAgent, before?.scopes ?? [])
  return {
    wants: interaction.prompt.name,
    visitor,
    clientId: client.clientId,
    resources,
    view: {
      path: request.url,
      app: appOf(client),
      redirectUri: String(interaction.params.redirect_uri),
      account,
      workspaceId: before?.workspaceId ?? account.workspace.id,
      ...question,
    },
  }
}

/**
 * An app of the API knows what it needs. An agent does not: the person may allow it more than it asks for, and when it asks for
 * everything, the modest scopes are selected. `asked` includes what the agent holds.
 */
function questionOf({ params }: Interaction, isAgent: boolean, held: readonly Scope[]) {
  const asked = String(params.scope ?? '')
    .split(' ')
    .filter(isScope)
  if (!isAgent) return { offered: asked, ticked: asked, held }
  const ticked = scopes.every((scope) => asked.includes(scope))
    ? [...new Set([...modestScopes, ...held])]
    : asked
  return { offered: scopes, ticked, held }
}

/** Undefined when the library refuses: the request has expired, or the app's document is gone. */
async function known<T>(looking: Promise<T>): Promise<T | undefined> {
  return looking.catch((error: Error & { expose?: boolean }) => {
    if (error.expose) return undefined
    throw error
  })
}

function appOf(client: Client): ConsentView['app'] {
  // The host of the document vouches for the name in it.
  const host = client.clientId.startsWith('https://') ? new URL(client.clientId).host : null
  return { name: readableName(client.clientName) ?? host ?? 'An app', host }
}

/** Invisible characters could reverse the line, or make one name look like another. */
function readableName(name: string | undefined): string | undefined {
  const text = name?.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim()
  return text ? [...text].slice(0, 100).join('') : undefined
}

type Decision =
  | { wrong: string; ticked: Scope[] }
  | { denied: true }
  | { allowed: Scope[]; workspaceId: string }

function readDecision(form: Form, { offered, account }: ConsentView): Decision {
  if (form.text('decision') !== 'allow') return { denied: true }
  const workspaceId = form.text('workspace')
  const allowed = offered.filter((scope) => form.all('scope').includes(scope))
  if (!account.workspaces.some(({ id }) => id === workspaceId))
    return { wrong: 'Choose one of your workspaces.', ticked: allowed }
  if (allowed.length === 0) return { wrong: 'Select what you allow, or choose “Do not allow”.', ticked: [] }
  return { allowed, workspaceId }
}

/** The result for the authorization server. */
async function settle(
  sql: Sql,
  { visitor, clientId, resources, view }: Question,
  decision: Exclude<Decision, { wrong: string }>,
  from: RequestClient,
): Promise<InteractionResults> {
  const { userId, workspaceId, credentialId: sessionId } = visitor.caller
  const client = { id: clientId, ...view.app }
  if ('denied' in decision) {
    await auditDenial(sql, { userId, workspaceId, client, from })
    return { error: 'access_denied', error_description: 'the person did not allow it' }
  }
  const consent = { userId, sessionId, client, from, resources, offered: view.offered, ...decision }
  const grantId = await saveConsent(sql, consent)
  return { consent: { grantId } }
}
