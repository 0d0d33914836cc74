// Avatars of workspaces and users: one row with three sizes, and the current URL in the row of the owner, where records
// read it. The URL starts with the address of the server, so all URLs are rewritten when that address changes.
import { randomUUID } from 'node:crypto'
import { type Fragment, fragment, nothing, type Sql } from '../core/sql.ts'

/** Side of each square in pixels, by column. */
export const avatarSizes = { small: 64, medium: 128, large: 512 } as const

export const maxAvatarBytes = 5_000_000

export type AvatarImages = Record<keyof typeof avatarSizes, Uint8Array>

/** A workspace, an account, or (with both ids) a user within one workspace. */
export type AvatarOwner =
  | { workspaceId: string }
  | { userId: string }
  | { workspaceId: string; userId: string }

export const avatarsPath = '/avatars'

/** CTEs that store or delete an avatar. The last, `avatar`, returns the new URL: null when it is deleted. */
export function putAvatar(owner: AvatarOwner, origin: string, images: AvatarImages | null): Fragment {
  const { workspace, user } = idsOf(owner)
  if (images === null)
    return fragment`gone as (
      delete from avatars where coalesce(workspace_id, user_id) = coalesce(${workspace}, ${user}::uuid)
        and coalesce(user_id, workspace_id) = coalesce(${user}, ${workspace}::uuid)
    ), avatar as (${setUrl(owner, fragment`null`, fragment`and avatar_url is not null`)})`
  const bytes = [images.small, images.medium, images.large].map((image) => Buffer.from(image))
  return fragment`stored as (
      insert into avatars (id, workspace_id, user_id, small, medium, large)
      values (${randomUUID()}, ${workspace}, ${user}, ${bytes[0]}, ${bytes[1]}, ${bytes[2]})
      on conflict (coalesce(workspace_id, user_id), coalesce(user_id, workspace_id)) do update
      set id = excluded.id, small = excluded.small, medium = excluded.medium, large = excluded.large, created_at = now()
      returning id
    ), avatar as (${setUrl(owner, fragment`${origin + avatarsPath}::text || '/' || (select id from stored)`)})`
}

function setUrl(owner: AvatarOwner, url: Fragment, condition = nothing): Fragment {
  const { workspace, user } = idsOf(owner)
  if (user === null)
    return fragment`update workspaces set avatar_url = ${url} where id = ${workspace} ${condition} returning avatar_url as url`
  if (workspace === null)
    return fragment`update users set avatar_url = ${url} where id = ${user} ${condition} returning avatar_url as url`
  return fragment`update workspace_members set avatar_url = ${url}
    where workspace_id = ${workspace} and user_id = ${user} ${condition} returning avatar_url as url`
}

function idsOf(owner: AvatarOwner): { workspace: string | null; user: string | null } {
  return {
    workspace: 'workspaceId' in owner ? owner.workspaceId : null,
    user: 'userId' in owner ? owner.userId : null,
  }
}

/** Rewrites the URLs of all avatars after the address of the server has changed. */
export async function writeAvatarUrls(sql: Sql, origin: string): Promise<void> {
  const url = fragment`${origin + avatarsPath}::text || '/' || a.id`
  await sql`
    with workspace as (
      update workspaces w set avatar_url = ${url} from avatars a
      where a.workspace_id = w.id and a.user_id is null and w.avatar_url is distinct from ${url}
    ), account as (
      update users u set avatar_url = ${url} from avatars a
      where a.user_id = u.id and a.workspace_id is null and u.avatar_url is distinct from ${url}
    )
    update workspace_members m set avatar_url = ${url} from avatars a
    where a.workspace_id = m.workspace_id and a.user_id = m.user_id and m.avatar_url is distinct from ${url}`
}

export async function readAvatar(sql: Sql, id: string, size: number): Promise<Uint8Array | undefined> {
  const [found] = await sql<{ image: Uint8Array }>`
    select case ${size}::integer when ${avatarSizes.small} then small when ${avatarSizes.medium} then medium else large end
      as image
    from avatars where id = ${id}`
  return found?.image
}
