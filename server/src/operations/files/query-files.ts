import { z } from 'zod'
import { anyRole } from '../../core/access.ts'
import { JsonText } from '../../core/json-text.ts'
import { defineOperation } from '../../core/operation.ts'
import {
  type CursorPage,
  cursorInput,
  cursorPage,
  expectMany,
  type Keyset,
  keysetPage,
} from '../../core/pages.ts'
import { FileId, FolderId, ProjectId, SortDirection, UserId } from '../../core/schemas.ts'
import { keywordInput, search, typoRank } from '../../core/search.ts'
import { type Fragment, fragment, nothing, verbatim } from '../../core/sql.ts'
import { roleSees, roleSeesAll } from '../../core/visibility.ts'
import { FileStatus, FileTag, isLatest } from '../../records/file.ts'
import { FileKind, FileListItem, listItemJoins, listItemText } from '../../records/file-list-item.ts'
import { withUrls } from '../../records/media.ts'

/** null is the same as omitted. */
const oneOrMore = <Value extends z.ZodEnum>(value: Value, most: number) =>
  z.union([value, z.array(value).min(1).max(most), z.null()]).optional()

const filterInput = {
  keyword: keywordInput('the name'),
  folder: z
    .strictObject({ id: FolderId })
    .nullable()
    .optional()
    .describe('Only files directly in this folder; null for the project root; omitted for all folders.'),
  tag: oneOrMore(FileTag, 7).describe('Only files with this tag, or with one of these tags.'),
  kind: oneOrMore(FileKind, 6).describe('Only files of this kind, or of one of these kinds.'),
  author: z.strictObject({ id: UserId }).nullish().describe('Only files that this user added.'),
  status: FileStatus.nullish().describe('Only files with this status.'),
  stack: z
    .strictObject({ id: FileId })
    .nullish()
    .describe('Only the revisions of one file, by their `stack.id`, newest first.'),
  latest: z
    .boolean()
    .nullish()
    .describe('true: only the latest revision of each file that you can see. Otherwise all revisions.'),
}

// Each order is an index of `files` that begins with the project.
const byId = ['f.id', 'text'] as const
const byName = ['f.name_sort', 'text'] as const

const fileSorts = {
  createdAt: [['f.created_at', 'timestamptz'], byId],
  updatedAt: [['f.updated_at', 'timestamptz'], byId],
  name: [byName, byId],
  size: [['f.size_sort', 'bigint'], byId],
  tag: [['f.tag_sort', 'smallint'], byName, byId],
  kind: [['f.kind', 'text'], byName, byId],
} as const satisfies Record<string, Keyset['columns']>

type FileSort = { type: keyof typeof fileSorts; direction: 'asc' | 'desc' }

const newestFirst: FileSort = { type: 'createdAt', direction: 'desc' }

const fileSortInput = z
  .strictObject({
    type: z
      .enum(Object.keys(fileSorts) as [FileSort['type'], ...FileSort['type'][]])
      .default('createdAt')
      .describe(
        'Field to sort by. `name` ignores case and compares numbers by value: shot2 comes before shot10. `tag` follows the order of the tags, `size` treats unknown sizes as smallest; files with the same tag or kind are sorted by name.',
      ),
    direction: SortDirection.default('desc').describe('Ascending or descending.'),
  })
  .nullish()
  .describe('Defaults to newest first or, with a keyword, to best match first.')

type Filters = z.output<z.ZodObject<typeof filterInput>>

export const queryFiles = defineOperation({
  http: 'QUERY /api/projects/:projectId/files',
  client: 'files.list',
  summary:
    'List the files of a project in pages, newest first or sorted. With a keyword, the best matches come first.',

  scope: 'files:read',
  project: 'projectId',
  roles: anyRole,
  tier: 'default',

  input: z.strictObject({ projectId: ProjectId, ...filterInput, sort: fileSortInput, ...cursorInput }),
  output: [200, cursorPage(FileListItem)],

  joinsAccess: true,
  async handler(
    { projectId, next, prev, sort, ...filters },
    { sql, access, storage, urls, cursors, caller },
  ) {
    const keyset = keysetOf(filters, sort ?? null, [caller.workspaceId, projectId])
    const page = keysetPage(cursors, { next, prev }, keyset)
    const window = fragment`${page.after} ${page.order}`
    const { keyword } = filters
    const files =
      keyword == null
        ? listed(filters, window)
        : searched(filters, search(keyword, [searchable]), !sort, window, page.position)
    const rows = await sql<SortValues & { json: string }>`
      select ${listItemText} as json, ${sortValues}
      from ${access}
      ${files}
      ${listItemJoins(caller.scopes.has('comments:read'))}
      ${page.order}`
    const shown = page.textOf(
      rows.filter((row) => row['f.id'] !== null),
      (row) => keyset.columns.map(([column]) => row[column as keyof SortValues]),
    )
    return new JsonText<CursorPage<FileListItem>>(await withUrls(shown, { storage, urls }))
  },
})

const searchable = { folded: 'files.name_folded', key: 'files.name_key' }

/** The values of the sort columns, by their names in SQL. */
type SortValues = Record<'f.rank' | (typeof fileSorts)[FileSort['type']][number][0], unknown>

const sortValues = verbatim(
  ['f.rank', ...new Set(Object.values(fileSorts).flatMap((columns) => columns.map(([column]) => column)))]
    .map((column) => `${column} as "${column}"`)
    .join(', '),
)

/** With a keyword, the rank comes first in every order: it tells exact matches from typos in the cursor. */
function keysetOf(filters: Filters, sort: FileSort | null, where: string[]): Keyset {
  const { keyword = null, folder, tag = null, kind = null, author, status = null, stack, latest } = filters
  const { type, direction } = sort ?? newestFirst
  const place = folder ?? folder === null
  const rest = [tag, kind, author?.id ?? null, status, stack?.id ?? null, latest ?? false]
  return {
    binding: ['queryFiles', ...where, keyword, place, ...rest, type, sort === null],
    columns: keyword === null ? fileSorts[type] : [['f.rank', 'integer'], ...fileSorts[type]],
    direction,
  }
}

/** A page of files as `f`. Only one half of the union runs; it reads at most a page from its index, in order. */
function listed(filters: Filters, window: Fragment): Fragment {
  const files = filesWith(fragment`true`, typo, filters)
  return fragment`left join lateral (
    (select f.* from ${files} ${expectMany} where ${roleSeesAll('access.role')} ${window})
    union all
    (select f.* from ${files} ${expectMany} where not ${roleSeesAll('access.role')} and f.allow_restricted ${window})
  ) f on true`
}

const typo = verbatim(String(typoRank))

/**
 * A page of the matches as `f`. Names with a typo are listed only if nothing matches exactly. The cursor records which of
 * the two lists a client is paging through, so that concurrent changes do not switch it.
 */
function searched(
  filters: Filters,
  { found, rank, similar }: ReturnType<typeof search>,
  best: boolean,
  window: Fragment,
  position: unknown[] | undefined,
): Fragment {
  const visible = roleSees('f')
  const matches = filesWith(found, best ? rank : fragment`1`, filters)
  const exact =
    position === undefined
      ? fragment`exists (select from ${matches} where ${visible})`
      : fragment`${position[0] !== typoRank}::boolean`
  return fragment`cross join lateral (select ${exact} as any offset 0) exact
  left join lateral (
    (select f.* from ${matches} where exact.any and ${visible} ${window})
    union all
    (select f.* from ${filesWith(similar, typo, filters)} where not exact.any and ${visible} ${window})
  ) f on true`
}

/** The files of the project that satisfy a condition and the filters, as `f`. */
function filesWith(condition: Fragment, rank: Fragment, filters: Filters): Fragment {
  const { folder, tag, kind, author, status, stack, latest } = filters
  return fragment`(
    select files.id, files.name, files.description, files.mode, files.mime_type, files.status, files.tag, files.size,
      files.allow_restricted, files.position, files.folder_id, files.created_at, files.updated_at,
      files.stack_id, files.stack_number, files.author_id, files.kind, files.name_sort, files.size_sort,
      files.tag_sort, ${rank} as rank
    from files
    where files.project_id = access.project_id and ${condition}
      ${folder === null ? fragment`and files.folder_id is null` : nothing}
      ${folder ? fragment`and files.folder_id = ${folder.id}` : nothing}
      ${tag == null ? nothing : fragment`and files.tag = any(${[tag].flat()})`}
      ${kind == null ? nothing : fragment`and files.kind = any(${[kind].flat()})`}
      ${author ? fragment`and files.author_id = ${author.id}` : nothing}
      ${status == null ? nothing : fragment`and files.status = ${status}`}
      ${stack ? fragment`and files.stack_id = ${stack.id}` : nothing}
      ${latest ? fragment`and ${isLatest(verbatim('files'))}` : nothing}
  ) f`
}
