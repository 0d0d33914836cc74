import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { defineOperation } from '../../core/operation.ts'
import { cursorInput, cursorPage, type Keyset, keysetPage } from '../../core/pages.ts'
import { FileId, FolderId, ProjectId, text } from '../../core/schemas.ts'
import { search } from '../../core/search.ts'
import { type Fragment, fragment, nothing, verbatim } from '../../core/sql.ts'
import {
  File,
  type FileRow,
  FileStatus,
  FileTag,
  fileColumns,
  fileRecord,
  isLatest,
  thumbnailJoin,
} from '../../records/file.ts'

type Filters = {
  keyword?: string | null | undefined
  folder?: { id: string } | null | undefined
  tag?: string | null | undefined
  status?: string | null | undefined
  stack?: { id: string } | null | undefined
  latest?: boolean | null | undefined
}

export const queryFiles = defineOperation({
  http: 'QUERY /api/projects/:projectId/files',
  client: 'files.list',
  tool: 'list_files',
  summary: 'List the files of a project in pages, newest first; with a keyword, what matches best first.',
  toolUse: 'Use it to find files and their ids before you read, comment or generate.',

  scope: 'files:read',
  project: 'projectId',
  roles: anyRole,
  tier: 'default',

  input: z.strictObject({
    projectId: ProjectId,
    keyword: text(1, 100)
      .nullish()
      .describe('A part of the name, or the name but for a typo. The best matches come first.'),
    folder: z
      .strictObject({ id: FolderId })
      .nullable()
      .optional()
      .describe('Only what lies in this very folder; null: at the project root; omitted: everywhere.'),
    tag: FileTag.nullish().describe('Only files with this tag.'),
    status: FileStatus.nullish().describe('Only files in this state.'),
    stack: z
      .strictObject({ id: FileId })
      .nullish()
      .describe('Only the revisions of one file, the newest first: the `stack.id` that they share.'),
    latest: z
      .boolean()
      .nullish()
      .describe('true: only the newest revision of each file that you can see; else all revisions.'),
    ...cursorInput,
  }),
  output: [200, cursorPage(File)],

  joinsAccess: true,
  async handler({ projectId, next, prev, ...filters }, { sql, access, storage, cursors, caller }) {
    const { keyword = null, folder, tag = null, status = null, stack, latest } = filters
    const page = keysetPage(
      cursors,
      { next, prev },
      {
        binding: [
          'queryFiles',
          caller.workspaceId,
          projectId,
          keyword,
          folder ?? folder === null,
          tag,
          status,
          stack?.id ?? null,
          latest ?? false,
        ],
        columns: keyword === null ? newest : [['f.rank', 'integer'], ...newest],
        direction: 'desc',
      },
    )
    const matching = matchingFiles(filters)
    const window = fragment`${page.after} ${page.order}`
    // Only one of the halves runs, and each reads no more than a page from an index of its own, in order.
    const rows = await sql<(FileRow & { rank: number }) | { id: null }>`
      select ${fileColumns}, f.rank
      from ${access}
      left join lateral (
        (select f.* from ${matching} where access.role <> 'PROJECT_RESTRICTED_REVIEWER' ${window})
        union all
        (select f.* from ${matching}
          where access.role = 'PROJECT_RESTRICTED_REVIEWER' and f.allow_restricted ${window})
      ) f on true
      ${thumbnailJoin}
      ${page.order}`
    const shown = page.of(
      rows.filter((row) => row.id !== null),
      ({ rank, createdAt, id }) => (keyword === null ? [createdAt, id] : [rank, createdAt, id]),
      (row) => row,
    )
    return { ...shown, data: await Promise.all(shown.data.map((row) => fileRecord(storage, row))) }
  },
})

const searchable = { folded: 'files.name_folded', key: 'files.name_key' }

const newest: Keyset['columns'] = [
  ['f.created_at', 'timestamptz'],
  ['f.id', 'text'],
]

/** The files of the project that pass the filters, as `f`; names with a typo rank below all that hold the keyword. */
function matchingFiles({ keyword, folder, tag, status, stack, latest }: Filters): Fragment {
  const matches = keyword == null ? undefined : search(keyword, [searchable])
  const { found = nothing, rank = nothing, similar } = matches ?? {}
  return fragment`(
    select files.id, files.name, files.description, files.mode, files.mime_type, files.status, files.tag, files.size,
      files.allow_restricted, files.position, files.folder_id, files.created_at, files.updated_at,
      files.stack_id, files.stack_number,
      ${matches ? fragment`case when ${found} then ${rank} else 0 end` : fragment`0`} as rank
    from files
    where files.project_id = access.project_id
      ${matches ? fragment`and (${found} ${similar ? fragment`or ${similar}` : nothing})` : nothing}
      ${folder === null ? fragment`and files.folder_id is null` : nothing}
      ${folder ? fragment`and files.folder_id = ${folder.id}` : nothing}
      ${tag == null ? nothing : fragment`and files.tag = ${tag}`}
      ${status == null ? nothing : fragment`and files.status = ${status}`}
      ${stack ? fragment`and files.stack_id = ${stack.id}` : nothing}
      ${latest ? fragment`and ${isLatest(verbatim('files'))}` : nothing}
  ) f`
}
