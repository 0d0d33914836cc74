// When the user is asked for consent.
import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'

const { base, Check } = interactionPolicy

/**
 * A user who has allowed an app these scopes before is not asked again, if the response can reach only that app: an https
 * address belongs to its owner, but any program can listen on the loopback interface or claim a scheme (RFC 8252).
 */
export function consentPolicy() {
  const policy = base()
  const { checks } = policy.get('consent')!
  for (const { reason } of [...checks]) if (reason !== 'consent_prompt') checks.remove(reason)
  checks.add(
    new Check('not_allowed_yet', 'the user has to allow this', 'consent_required', (ctx) => {
      if (ctx.oidc.result?.consent) return Check.NO_NEED_TO_PROMPT
      return isProven(ctx) && isAllowed(ctx) ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT
    }),
  )
  return policy
}

function isProven(ctx: KoaContextWithOIDC): boolean {
  return String(ctx.oidc.params!.redirect_uri).startsWith('https:')
}

function isAllowed({ oidc }: KoaContextWithOIDC): boolean {
  const grant = oidc.entities.Grant
  if (!grant) return false
  return Object.keys(oidc.resourceServers ?? {}).every((resource) => {
    const allowed = new Set(grant.getResourceScope(resource).split(' '))
    return [...oidc.requestParamScopes].every((scope) => allowed.has(scope))
  })
}
