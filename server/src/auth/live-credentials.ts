// Whether a credential is still valid, for streams that continue after the request they were admitted with.

import { type Fragment, fragment } from '../core/sql.ts'

/** SHA-256 of a token, as `hashToken` makes it. */
export type TokenHash = Buffer

/**
 * SQL to join laterally: user_id and workspace_id of the credential whose token has this hash, while it is valid and has
 * the scope. Tokens of different kinds cannot have the same hash.
 */
export function liveCredential(hash: Fragment, scope: string): Fragment {
  return fragment`(
    select k.user_id, k.workspace_id from api_keys k
    where k.hash = ${hash} and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
      and ${scope} = any(k.scopes)
    union all
    select s.user_id, s.workspace_id from sessions s
    where s.hash = ${hash} and s.expires_at > now() and (s.scopes is null or ${scope} = any(s.scopes))
    union all
    select g.user_id, g.workspace_id from oauth_artifacts t join oauth_grants g on g.id = t.grant_id
    where t.hash = ${hash} and t.model = 'AccessToken' and t.expires_at > now()
      and ${scope} = any(string_to_array(t.payload->>'scope', ' ')) and ${scope} = any(g.scopes)
  )`
}
