import { z } from 'zod'
import { type Caller, isOpenToCaller } from '../../core/access.ts'
import { type Search, search } from '../../core/search.ts'
import { type Fragment, fragment } from '../../core/sql.ts'
import { notDestroyed } from '../../records/project.ts'

/** The input field of both lists of projects. */
export const archivedFilter = z
  .boolean()
  .default(false)
  .describe('true: only projects that were put away; else only those that were not.')

/** What a keyword finds in `projects p`. */
function searchForProjects(keyword: string): Search {
  return search(keyword, [
    { folded: 'p.name_folded', key: 'p.name_key' },
    { folded: 'p.description_folded', key: 'p.description_key' },
  ])
}

/**
 * The projects of the workspace that match, whether or not the caller sees them, as relations of `id` and `rank`:
 * those that hold the keyword, and those that have it in their name but for a typo, which rank below.
 */
export function matchingProjects(
  { keyword, archived }: { keyword: string; archived: boolean },
  { workspaceId }: Caller,
) {
  const { found, rank, similar } = searchForProjects(keyword)
  const ofWorkspace = (condition: Fragment, ranked: Fragment) => fragment`(
    select p.id, ${ranked} as rank from projects p
    where p.workspace_id = ${workspaceId} and p.archived = ${archived} and ${notDestroyed} and ${condition}) hit`
  return {
    found: ofWorkspace(found, rank),
    similar: ofWorkspace(similar ?? fragment`false`, fragment`0`),
  }
}

/** Whether the caller may see `projects p`. Never more than a look at the one membership, which cannot be planned worse. */
export function visibleTo(caller: Caller): Fragment {
  return fragment`(${isOpenToCaller(caller)}
    or (select true from project_members m where m.project_id = p.id and m.user_id = ${caller.userId} limit 1))`
}
