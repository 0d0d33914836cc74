import { type Fragment, fragment } from '../core/sql.ts'

/**
 * SQL to join laterally: user_id and workspace_id of the API key or OAuth grant with this id, while it is valid and has all
 * of these scopes. A grant is valid while the app has a token of it. For work in the name of a credential when no token is at
 * hand.
 */
export function liveCredentialById(id: Fragment, scopes: Fragment): Fragment {
  return fragment`(
    select k.user_id, k.workspace_id from api_keys k
    where k.id = ${id} and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
      and k.scopes @> ${scopes}
    union all
    select g.user_id, g.workspace_id from oauth_grants g
    where g.id = ${id} and g.scopes @> ${scopes} and exists (
      select from oauth_artifacts t where t.grant_id = g.id and t.model in ('AccessToken', 'RefreshToken')
        and t.consumed_at is null and t.expires_at > now())
  )`
}
