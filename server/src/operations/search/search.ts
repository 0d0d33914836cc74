import { z } from 'zod'
import type { Scope } from '../../core/access.ts'
import { ApiError, unknownReference } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { ProjectId, text } from '../../core/schemas.ts'
import { isIndexed } from '../../core/search.ts'
import {
  foundCommentRecord,
  foundCueRecord,
  foundFileRecord,
  foundProjectRecord,
  foundSkillRecord,
  SearchKind,
  type SearchResults,
  SearchResults as SearchResultsSchema,
  searchKinds,
} from '../../records/search-results.ts'
import {
  findComments,
  findCues,
  findFiles,
  findProjects,
  findSkills,
  type Sought,
  seesProject,
} from './find.ts'

const scopes: Record<SearchKind, Scope> = {
  PROJECT: 'projects:read',
  FILE: 'files:read',
  COMMENT: 'comments:read',
  CAPTION: 'files:read',
  SKILL: 'skills:read',
}

const inProjects: readonly SearchKind[] = ['FILE', 'COMMENT', 'CAPTION']

export const search = defineOperation({
  http: 'QUERY /api/search',
  client: 'search.find',
  summary:
    'Search projects, files, comments, captions and skills by keyword, among all that you can see. Archived projects and what is in them are not searched unless you ask for it.',

  scope: 'projects:read',
  tier: 'default',

  input: z.strictObject({
    keyword: text(1, 100).describe(
      'Part of a name, a description of a project or skill, or the text of a comment or captions. Case and accents do not matter; one typo in the name of a project or file is tolerated when nothing else matches.',
    ),
    kinds: z
      .array(SearchKind)
      .min(1)
      .max(searchKinds.length)
      .nullish()
      .describe('What to search; defaults to everything, or with `project` to files, comments and captions.'),
    project: z
      .strictObject({ id: ProjectId })
      .nullish()
      .describe('Only this project and what is in it. Skills belong to the workspace.'),
    archived: z.boolean().default(false).describe('true: search archived projects as well.'),
    limit: z.int().min(1).max(50).default(10).describe('Matches of each kind.'),
  }),
  output: [200, SearchResultsSchema],

  async handler({ keyword, kinds, project, archived, limit }, { sql, caller }) {
    const projectId = project?.id ?? null
    if (projectId !== null && !(await seesProject(sql, caller, projectId)))
      throw new ApiError('invalid_request', { errors: [unknownReference('/project/id')] })
    const asked = searchKinds.filter((kind) =>
      kinds ? kinds.includes(kind) : projectId === null || inProjects.includes(kind),
    )
    const leftOut = asked.flatMap((kind) => reasonToLeaveOut(kind, caller.scopes, keyword))
    const sought: Sought = { keyword, projectId, archived, limit }
    const more: SearchKind[] = []

    /** The matches of a kind; null if it is not searched. */
    async function matches<Row, Found>(
      kind: SearchKind,
      find: (...given: [typeof sql, typeof caller, Sought]) => Promise<Row[]>,
      record: (row: Row) => Found,
    ): Promise<Found[] | null> {
      if (!asked.includes(kind) || leftOut.some((one) => one.kind === kind)) return null
      const rows = await find(sql, caller, sought)
      if (rows.length > limit) more.push(kind)
      return rows.slice(0, limit).map(record)
    }

    const [projects, files, comments, captions, skills] = await Promise.all([
      matches('PROJECT', findProjects, foundProjectRecord),
      matches('FILE', findFiles, foundFileRecord),
      matches('COMMENT', findComments, foundCommentRecord),
      matches('CAPTION', findCues, foundCueRecord),
      matches('SKILL', findSkills, foundSkillRecord),
    ])
    return { projects, files, comments, captions, skills, more, leftOut }
  },
})

type LeftOut = SearchResults['leftOut']

/** Without the trigram index, names of files and texts of comments and captions would all be read. */
function reasonToLeaveOut(kind: SearchKind, held: ReadonlySet<Scope>, keyword: string): LeftOut {
  const scope = scopes[kind]
  if (!held.has(scope)) return [{ kind, reason: 'MISSING_SCOPE', scope }]
  const needsIndex = inProjects.includes(kind)
  return needsIndex && !isIndexed(keyword) ? [{ kind, reason: 'KEYWORD_TOO_SHORT', scope: null }] : []
}
