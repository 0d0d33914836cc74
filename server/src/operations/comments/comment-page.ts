import { z } from 'zod'
import type { JsonText } from '../../core/json-text.ts'
import type { ContextFields } from '../../core/operation.ts'
import { type CursorPage, cursorInput, type Keyset, keysetPage } from '../../core/pages.ts'
import { SortDirection } from '../../core/schemas.ts'
import { type Fragment, fragment, nothing, verbatim } from '../../core/sql.ts'
import { authorJoins, type Comment, commentText, pageJoins } from '../../records/comment.ts'

export const commentListInput = {
  sort: z
    .strictObject({
      type: z
        .enum(['createdAt', 'anchor'])
        .default('createdAt')
        .describe(
          'By creation time, or by anchor; comments without an anchor and deleted comments come last.',
        ),
      direction: SortDirection.default('asc').describe(
        '`asc` by `createdAt` starts at the newest page, like a chat.',
      ),
    })
    .prefault({})
    .nullable()
    .describe('null is the same as omitted.'),
  resolved: z.boolean().nullish().describe('true: only resolved comments. false: only unresolved comments.'),
  ...cursorInput,
}

type Sort = { type: 'createdAt' | 'anchor'; direction: 'asc' | 'desc' }
const chatLike: Sort = { type: 'createdAt', direction: 'asc' }

// As in the index: larger than any anchor.
const noAnchor = '9007199254740991'

export type CommentList = {
  /** The values, besides workspace and sort, that a cursor is bound to. */
  binding: readonly unknown[]
  /** The leading column of the list's index and its value. */
  within: readonly [sql: string, type: string, value: string]
  where: Fragment
  /** null for the order of a chat. */
  sort: Sort | null
  cursor: { next?: string | null | undefined; prev?: string | null | undefined }
}

export function resolvedFilter(resolved: boolean | null | undefined): Fragment {
  if (resolved == null) return nothing
  return resolved ? fragment`and c.resolved_at is not null` : fragment`and c.resolved_at is null`
}

type CommentPosition = Pick<Comment, 'id' | 'anchor' | 'createdAt'>

const sortKeys = {
  createdAt: {
    columns: [
      ['c.created_at', 'timestamptz'],
      ['c.id', 'uuid'],
    ],
    key: (row: CommentPosition) => [row.createdAt, row.id],
  },
  anchor: {
    columns: [
      [`coalesce(case when c.deleted_at is null then c.anchor end, ${noAnchor})`, 'bigint'],
      ['c.id', 'uuid'],
    ],
    key: (row: CommentPosition) => [row.anchor ?? noAnchor, row.id],
  },
} as const

/** One page of complete comments, in one statement. */
export async function commentPage(
  { sql, access, cursors, caller }: Pick<ContextFields, 'sql' | 'access' | 'cursors' | 'caller'>,
  { binding, within, where, sort: asked, cursor }: CommentList,
): Promise<JsonText<CursorPage<Comment>>> {
  const sort = asked ?? chatLike
  const { columns, key } = sortKeys[sort.type]
  const keyset: Keyset = {
    binding: [...binding, caller.workspaceId, sort.type],
    columns,
    direction: sort.direction,
    startAtEnd: sort.type === 'createdAt' && sort.direction === 'asc',
  }
  const page = keysetPage(cursors, cursor, keyset)
  // The outer join returns one row without a comment for an empty list, which saves a second query for access.
  const rows = await sql<(CommentPosition & { json: string }) | { id: null }>`
    with access as materialized (select * from ${access}),
    page as materialized (
      select c.* from access cross join lateral (
        select c.* from comments c where ${where} ${window(cursors, cursor, keyset, within)}
      ) c
    )
    select c.id, c.created_at as "createdAt", case when c.deleted_at is null then c.anchor end as anchor,
      ${commentText} as json
    from access left join page c on true
    ${authorJoins}
    ${pageJoins}
    ${page.order}`
  const comments = rows.filter((row) => row.id !== null)
  return page.textOf(comments, key)
}

/** The rows of the page, read in order from the index of the list. */
function window(
  cursors: ContextFields['cursors'],
  cursor: CommentList['cursor'],
  keyset: Keyset,
  within: CommentList['within'],
): Fragment {
  if (keyset.columns === sortKeys.createdAt.columns) {
    const page = keysetPage(cursors, cursor, { ...keyset, within: [within] })
    return fragment`${page.after} ${page.order}`
  }
  const [column, type, value] = within
  const page = keysetPage(cursors, cursor, keyset)
  return fragment`and ${verbatim(column)} = ${value}::${verbatim(type)} ${page.after} ${page.order}`
}
