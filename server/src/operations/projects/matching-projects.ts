import { z } from 'zod'
import { type Caller, isOpenToCaller } from '../../core/access.ts'
import { type Among, search, typoRank, wantedParts } from '../../core/search.ts'
import { type Fragment, fragment, nothing, verbatim } from '../../core/sql.ts'
import { notDestroyed, projectColumns, restrictedJoin } from '../../records/project.ts'
import { lastActivity } from '../../records/project-list-item.ts'

/** Input field of both project lists. */
export const archivedFilter = z
  .boolean()
  .default(false)
  .describe('true: only archived projects. Otherwise only projects that are not archived.')

/** Sort columns of projects and the types of their values. */
export const projectSorts = {
  createdAt: ['p.created_at', 'timestamptz'],
  name: ['p.name_sort', 'text'],
  activity: ['p.activity', 'timestamptz'],
} as const
export type ProjectSort = keyof typeof projectSorts

export const ProjectSortType = z
  .enum(Object.keys(projectSorts) as [ProjectSort, ...ProjectSort[]])
  .describe(
    'Field to sort by. `name` ignores case and compares numbers by value; `activity` is `lastActivityAt`.',
  )

export type Matches = { keyword: string; archived: boolean }

/**
 * The matching projects of the workspace, whether or not the caller sees them, as relations of `id` and `rank`: projects
 * that contain the keyword, and, ranked below, projects whose name contains it with a typo.
 */
export function matchingProjects({ keyword, archived }: Matches, { workspaceId }: Caller) {
  const { found, rank, similar } = search(keyword, [
    { folded: 'p.name_folded', key: 'p.name_key' },
    { folded: 'p.description_folded', key: 'p.description_key' },
  ])
  const ofWorkspace = (condition: Fragment, ranked: Fragment) => fragment`(
    select p.id, ${ranked} as rank from projects p
    where p.workspace_id = ${workspaceId} and p.archived = ${archived} and ${notDestroyed} and ${condition}) hit`
  return { found: ofWorkspace(found, rank), similar: ofWorkspace(similar, verbatim(String(typoRank))) }
}

/**
 * The CTEs `found` and `typos`: matches that the caller sees, as `id` and `rank`. Typos are searched only if nothing
 * matches exactly. Further pages stay with the list that the first page came from, whatever changes meanwhile.
 */
export function seenMatches(matches: Matches, caller: Caller, among: Among): Fragment {
  const seen = (hit: Fragment, rank: Fragment, wanted: Fragment) => fragment`(
    select hit.id, ${rank} as rank from ${hit} join projects p on p.id = hit.id where ${wanted} and ${visibleTo(caller)})`
  const { found, similar } = matchingProjects(matches, caller)
  const wanted = wantedParts(among)
  return fragment`found as materialized ${seen(found, verbatim('1'), wanted.found)},
    typos as materialized ${seen(similar, verbatim(String(typoRank)), wanted.typos)}`
}

/**
 * The same CTEs with at most one page of the best matches. They are sorted before the check of access, which reads
 * another table.
 */
export function bestMatches(
  matches: Matches,
  caller: Caller,
  {
    among,
    after,
    direction,
    limit,
  }: { among: Among; after: Fragment; direction: 'asc' | 'desc'; limit: Fragment },
): Fragment {
  const order = verbatim(`order by hit.rank ${direction}, hit.id ${direction}`)
  const best = (hit: Fragment, wanted: Fragment) => fragment`(
    select hit.id, hit.rank from (
      select hit.id, hit.rank from ${hit} where ${wanted} ${after} ${order}
    ) hit join projects p on p.id = hit.id
    where ${visibleTo(caller)} ${order} ${limit})`
  const { found, similar } = matchingProjects(matches, caller)
  const wanted = wantedParts(among)
  return fragment`found as materialized ${best(found, wanted.found)},
    typos as materialized ${best(similar, wanted.typos)}`
}

export const allMatches = fragment`(select id, rank from found union all select id, rank from typos)`

/** The projects of `hits` with their columns and their sort values. */
export function sortableProjects(hits: Fragment, sort: ProjectSort, caller: Caller): Fragment {
  const [activity, viewerJoin] =
    sort === 'activity'
      ? [lastActivity(fragment`p.updated_at`), restrictedJoin(caller)]
      : [fragment`null::timestamptz`, nothing]
  const name = sort === 'name' ? fragment`natural_key(p.name_folded) collate "C"` : fragment`null`
  return fragment`(
    select ${projectColumns}, p.created_at, ${name} as name_sort, hit.rank, ${activity} as activity
    from ${hits} hit join projects p on p.id = hit.id ${viewerJoin}) p`
}

/** All projects that the caller sees, once each, as `id` and `rank`. */
export function visibleProjects({ archived }: { archived: boolean }, caller: Caller): Fragment {
  const { workspaceId, userId } = caller
  return fragment`(
    select m.project_id as id, 0 as rank from project_members m join projects p on p.id = m.project_id
    where m.workspace_id = ${workspaceId} and m.user_id = ${userId} and m.archived = ${archived} and ${notDestroyed}
    union
    select p.id, 0 from projects p
    where p.workspace_id = ${workspaceId} and p.archived = ${archived} and ${isOpenToCaller(caller)} and ${notDestroyed})`
}

/** Whether the caller may see `projects p`. The subquery reads one membership, whichever plan Postgres chooses. */
export function visibleTo(caller: Caller): Fragment {
  return fragment`(${isOpenToCaller(caller)}
    or (select true from project_members m where m.project_id = p.id and m.user_id = ${caller.userId} limit 1))`
}
