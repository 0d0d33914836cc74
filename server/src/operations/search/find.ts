// The statements of Search, one for each kind. Matches are found by the trigram indexes and sorted first; then each is checked
// against the rights of the caller, until there are enough. Lookups by key in lateral subqueries keep that order: Postgres would
// otherwise join the whole tables.
import { type Caller, effectiveRole } from '../../core/access.ts'
import { fold, keyOf, search } from '../../core/search.ts'
import { type Fragment, fragment, nothing, type Sql, verbatim } from '../../core/sql.ts'
import { roleSees } from '../../core/visibility.ts'
import { isLatest } from '../../records/file.ts'
import { notDestroyed } from '../../records/project.ts'
import {
  type FoundCommentRow,
  type FoundCueRow,
  type FoundFileRow,
  type FoundProjectRow,
  type FoundSkillRow,
  foundCommentColumns,
  foundCueColumns,
  foundFileColumns,
  foundProjectColumns,
  foundSkillColumns,
} from '../../records/search-results.ts'

/** Each statement returns up to one match more than `limit`, which tells that there are more. */
export type Sought = { keyword: string; projectId: string | null; archived: boolean; limit: number }

function byKey(table: string, alias: string, key: string): Fragment {
  return verbatim(`join lateral (select * from ${table} ${alias} where ${key} offset 0) ${alias}`)
}

/** Joins the project `p` and the role of the caller as `access.role`. No row for a project that the caller cannot see. */
function projectJoins({ workspaceId, workspaceRole, userId }: Caller, id: string): Fragment {
  const role = effectiveRole(fragment`${workspaceRole === 'GUEST'}`, fragment`${userId}::uuid`)
  return fragment`
    ${byKey('projects', 'p', `p.id = ${id}`)} on p.workspace_id = ${workspaceId} and ${notDestroyed}
    left join lateral (
      select own.role from project_members own where own.project_id = p.id and own.user_id = ${userId} offset 0
    ) own on true
    join lateral (select ${role} as role) access on access.role is not null`
}

const notArchived = ({ archived }: Sought) => (archived ? nothing : verbatim('and not p.archived'))

/** Whether the caller has a role in the project. */
export async function seesProject(sql: Sql, caller: Caller, id: string): Promise<boolean> {
  const rows =
    await sql`select p.id from (select ${id}::uuid as id) asked ${projectJoins(caller, 'asked.id')}`
  return rows.length > 0
}

/** The matches, or, if there are none, the names with one typo. */
async function foundOrSimilar<Row>(
  { found, rank, similar }: ReturnType<typeof search>,
  find: (condition: Fragment, rank: Fragment) => Promise<Row[]>,
): Promise<Row[]> {
  const rows = await find(found, rank)
  return rows.length > 0 ? rows : find(similar, verbatim('0'))
}

export function findProjects(sql: Sql, caller: Caller, sought: Sought): Promise<FoundProjectRow[]> {
  const { keyword, projectId, limit } = sought
  const searched = search(keyword, [
    { folded: 'p.name_folded', key: 'p.name_key' },
    { folded: 'p.description_folded', key: 'p.description_key' },
  ])
  return foundOrSimilar(
    searched,
    (condition, rank) => sql<FoundProjectRow>`
      select ${foundProjectColumns}
      from (
        select p.id, ${rank} as rank from projects p
        where p.workspace_id = ${caller.workspaceId} and ${condition} ${notArchived(sought)}
          ${projectId === null ? nothing : fragment`and p.id = ${projectId}`}
        order by rank desc, p.id desc
      ) hit ${projectJoins(caller, 'hit.id')}
      order by hit.rank desc, hit.id desc limit ${limit + 1}`,
  )
}

export function findFiles(sql: Sql, caller: Caller, sought: Sought): Promise<FoundFileRow[]> {
  const { keyword, projectId, limit } = sought
  const searched = search(keyword, [{ folded: 'f.name_folded', key: 'f.name_key' }])
  return foundOrSimilar(
    searched,
    (condition, rank) => sql<FoundFileRow>`
      select ${foundFileColumns}
      from (
        select f.id, ${rank} as rank, f.created_at from files f
        where ${condition} ${projectId === null ? nothing : fragment`and f.project_id = ${projectId}`}
        order by rank desc, f.created_at desc, f.id desc
      ) hit
      ${byKey('files', 'f', 'f.id = hit.id')} on true
      ${projectJoins(caller, 'f.project_id')}
      where ${roleSees('f')} and ${isLatest(verbatim('f'), roleSees)} ${notArchived(sought)}
      order by hit.rank desc, hit.created_at desc, hit.id desc limit ${limit + 1}`,
  )
}

/**
 * The matches are found before they are sorted: Postgres would otherwise read all comments from the newest on. The text itself is
 * folded last, and only where the caller sees it: that takes some 40 µs.
 */
export function findComments(sql: Sql, caller: Caller, sought: Sought): Promise<FoundCommentRow[]> {
  const { keyword, projectId, limit } = sought
  const folded = fold(keyword)
  const pattern = `%${folded.replace(/[\\%_]/g, '\\$&')}%`
  return sql<FoundCommentRow>`
    with hits as materialized (
      select t.comment_id as id from comment_texts t where t.key like ${`%${keyOf(folded)}%`}
    )
    select ${foundCommentColumns(folded)}
    from (select id from hits order by id desc) hit
    ${byKey('comments', 'c', 'c.id = hit.id')} on ${projectId === null ? fragment`true` : fragment`c.project_id = ${projectId}`}
    ${projectJoins(caller, 'c.project_id')}
    ${byKey('comments', 'top', 'top.id = coalesce(c.parent_id, c.id)')} on true
    left ${byKey('files', 'f', 'f.id = c.file_id')} on true
    join lateral (select search_folded(c.content) as folded where access.role is not null offset 0) text
      on text.folded like ${pattern}
    left join users u on u.id = c.author_id
    left join workspace_members w on w.workspace_id = p.workspace_id and w.user_id = u.id
    where c.deleted_at is null and (f.id is null or ${roleSees('f')}) ${notArchived(sought)}
    order by hit.id desc limit ${limit + 1}`
}

/** As comments, from the newest captions on, and within captions in order of time. */
export function findCues(sql: Sql, caller: Caller, sought: Sought): Promise<FoundCueRow[]> {
  const { keyword, projectId, limit } = sought
  const folded = fold(keyword)
  const pattern = `%${folded.replace(/[\\%_]/g, '\\$&')}%`
  return sql<FoundCueRow>`
    with hits as materialized (
      select t.caption_id as id, t.position from caption_cues t where t.key like ${`%${keyOf(folded)}%`}
    )
    select ${foundCueColumns}
    from (select id, position from hits order by id desc, position) hit
    ${byKey('captions', 's', 's.id = hit.id')} on true
    ${byKey('files', 'f', 'f.id = s.file_id')} on ${projectId === null ? fragment`true` : fragment`f.project_id = ${projectId}`}
    ${projectJoins(caller, 'f.project_id')}
    ${byKey('caption_cues', 'q', 'q.caption_id = hit.id and q.position = hit.position')} on true
    join lateral (select search_folded(q.text) as folded where access.role is not null offset 0) text
      on text.folded like ${pattern}
    where ${roleSees('f')} and ${isLatest(verbatim('f'), roleSees)} ${notArchived(sought)}
    order by hit.id desc, hit.position limit ${limit + 1}`
}

/** A workspace has few skills, so they are read without an index. An agent finds no drafts, as in the list of skills. */
export function findSkills(sql: Sql, caller: Caller, { keyword, limit }: Sought): Promise<FoundSkillRow[]> {
  const folded = fold(keyword)
  return sql<FoundSkillRow>`
    select ${foundSkillColumns} from skills s
    where s.workspace_id = ${caller.workspaceId} and not (s.draft and ${caller.agent}) and (position(${folded} in search_folded(s.name)) > 0
      or position(${folded} in search_folded(s.description)) > 0)
    order by position(${folded} in search_folded(s.name)) = 0, lower(s.name) collate "C", s.id limit ${limit + 1}`
}
