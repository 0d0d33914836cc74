import { z } from 'zod'
import { ApiError } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { text } from '../../core/schemas.ts'
import { refusal } from '../../events/webhooks/address.ts'
import { isPublicKey } from '../../notifications/push/encrypt.ts'

/** Browsers of a person. */
export const mostSubscriptions = 20

const Base64url = text(1, 200).regex(/^[A-Za-z0-9_-]+={0,2}$/, 'Must be base64url.')

export const setPushSubscription = defineOperation({
  http: 'PUT /api/push-subscription',
  client: 'pushSubscription.set',
  summary: `Send notifications to this browser. Replaces its earlier subscription; it ends with the session. A person has at most ${mostSubscriptions}: the one that was set first is deleted.`,

  scope: null,
  credential: 'session',
  tier: 4,

  input: z.strictObject({
    endpoint: text(1, 2048)
      .meta({ format: 'uri' })
      .describe('URL at the push service of the browser: https, on a public address.'),
    keys: z
      .strictObject({
        p256dh: Base64url.describe('Public key of the browser.'),
        auth: Base64url.describe('Secret of the subscription.'),
      })
      .describe('As `toJSON()` of the PushSubscription returns them.'),
  }),
  output: [204],

  transaction: true,
  async handler({ endpoint, keys }, { sql, caller, webhookHosts }): Promise<undefined> {
    requireEndpoint(endpoint, webhookHosts)
    const p256dh = Buffer.from(keys.p256dh, 'base64url')
    const auth = Buffer.from(keys.auth, 'base64url')
    if (!isPublicKey(p256dh))
      throw invalid('/keys/p256dh', 'key_invalid', 'Must be a point of P-256, 65 bytes.')
    if (auth.length !== 16) throw invalid('/keys/auth', 'key_invalid', 'Must have 16 bytes.')
    const { credentialId: sessionId, userId, workspaceId } = caller
    // A concurrent request of the same browser waits here. A session that has just ended gets no subscription.
    const [session] = await sql`select 1 from sessions where id = ${sessionId} for no key update`
    if (!session) throw new ApiError('unauthenticated')
    await sql`delete from push_subscriptions where session_id = ${sessionId} and endpoint <> ${endpoint}`
    // The previous person of this browser, if they did not sign out, gets no more messages here.
    await sql`
      insert into push_subscriptions (session_id, workspace_id, user_id, endpoint, p256dh, auth)
      values (${sessionId}, ${workspaceId}, ${userId}, ${endpoint}, ${p256dh}, ${auth})
      on conflict on constraint push_subscriptions_endpoint_key do update
        set session_id = excluded.session_id, workspace_id = excluded.workspace_id, user_id = excluded.user_id,
          p256dh = excluded.p256dh, auth = excluded.auth, set_at = excluded.set_at`
    await sql`
      delete from push_subscriptions where session_id in (
        select session_id from push_subscriptions where user_id = ${userId}
        order by set_at desc offset ${mostSubscriptions})`
  },
})

/** The rules of webhooks: a client chooses the URL that this server calls. */
function requireEndpoint(endpoint: string, hosts: readonly string[]): void {
  const url = URL.parse(endpoint)
  const web = url !== null && /^https?:$/.test(url.protocol) && url.username + url.password === ''
  if (web && refusal(url, hosts) === undefined) return
  throw invalid('/endpoint', 'url_refused', 'Must be an https URL on the public network.')
}

function invalid(path: string, code: string, message: string): ApiError {
  return new ApiError('invalid_request', { errors: [{ path, code, message }] })
}
