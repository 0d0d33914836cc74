import { type Fragment, fragment } from '../core/sql.ts'

/**
 * SQL to join laterally: user_id and workspace_id of the API key or OAuth grant with this id, while it is valid and has all
 * of these scopes. For work in the name of a credential when no token is at hand.
 */
export function liveCredentialById(id: Fragment, scopes: Fragment): Fragment {
  return fragment`(
    select k.user_id, k.workspace_id from api_keys k
    where k.id = ${id} and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
      and k.scopes @> ${scopes}
    union all
    select g.user_id, g.workspace_id from oauth_grants g where g.id = ${id} and g.scopes @> ${scopes}
  )`
}
