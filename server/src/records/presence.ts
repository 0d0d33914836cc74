// The people who look at a file, as the event stream shows them.
import { z } from 'zod'
import { effectiveRole } from '../core/access.ts'
import { CommentId, FileId, UserId } from '../core/schemas.ts'
import { fragment, type Sql, verbatim } from '../core/sql.ts'
import { roleSees, roleSeesAll } from '../core/visibility.ts'
import { userProperties } from './member.ts'
import { notDestroyed } from './project.ts'

/** A signal names at most this many people; `more` counts the others. */
export const maxViewersShown = 20

const Typing = z
  .object({
    parent: z
      .object({ id: CommentId })
      .nullable()
      .describe('The thread that the person replies in; null for a new comment.'),
  })
  .nullable()
  .describe('Where the person is typing; null when they are not.')

export const FileViewer = z
  .object({ id: UserId, name: z.string(), avatarUrl: z.string().nullable(), typing: Typing })
  .meta({ id: 'FileViewer' })
export type FileViewer = z.output<typeof FileViewer>

/** The data of the stream's `presence` signal. It replaces the previous signal about the same file. */
export const PresenceSignal = z
  .object({
    type: z.literal('presence'),
    file: z.object({ id: FileId }),
    viewers: z
      .array(FileViewer)
      .max(maxViewersShown)
      .describe('People who are looking at the file, in the order in which they came, the reader included.'),
    more: z.int().describe('The number of further viewers.'),
  })
  .meta({ id: 'PresenceSignal' })
export type PresenceSignal = z.output<typeof PresenceSignal>

type Looking = { fileId: string; userId: string; sessionId: string }

export type PersonLooking = {
  name: string
  avatarUrl: string | null
  /** Whether the person is a member of the project, and not only let in as a member of its workspace. */
  isMember: boolean
  /**
   * Whether the person sees only the members of the project: restricted reviewers and guests cannot list those of the
   * workspace.
   */
  seesMembersOnly: boolean
}

/** The people behind sessions that look at files, in their order; undefined where a session may not see its file. */
export async function findPeopleLooking(
  sql: Sql,
  looking: readonly Looking[],
): Promise<(PersonLooking | undefined)[]> {
  const files = looking.map(({ fileId }) => fileId)
  const users = looking.map(({ userId }) => userId)
  const sessions = looking.map(({ sessionId }) => sessionId)
  const role = effectiveRole(fragment`(w.role = 'GUEST')`, fragment`u.id`)
  const rows = await sql<PersonLooking & { place: number }>`
    select looking.place, ${verbatim(userProperties.name)} as name,
      ${verbatim(userProperties.avatarUrl)} as "avatarUrl", own.role is not null as "isMember",
      (not ${roleSeesAll('r.role')} or w.role = 'GUEST') as "seesMembersOnly"
    from unnest(${files}::text[], ${users}::uuid[], ${sessions}::uuid[])
      with ordinality as looking (file_id, user_id, session_id, place)
    join files f on f.id = looking.file_id
    join projects p on p.id = f.project_id and ${notDestroyed}
    join sessions s on s.id = looking.session_id and s.user_id = looking.user_id
      and s.workspace_id = p.workspace_id and s.expires_at > now()
    join users u on u.id = s.user_id
    join workspace_members w on w.workspace_id = p.workspace_id and w.user_id = u.id
    left join project_members own on own.project_id = p.id and own.user_id = u.id
    cross join lateral (select ${role} as role) r
    where r.role is not null and ${roleSees('f', 'r.role')}`
  const found: (PersonLooking | undefined)[] = looking.map(() => undefined)
  for (const { place, ...person } of rows) found[place - 1] = person
  return found
}
