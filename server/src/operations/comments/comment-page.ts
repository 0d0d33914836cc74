import { z } from 'zod'
import type { JsonText } from '../../core/json-text.ts'
import type { ContextFields } from '../../core/operation.ts'
import {
  type CursorPage,
  cursorInput,
  expectMany,
  type Keyset,
  keysetPage,
  type PageText,
} from '../../core/pages.ts'
import { SortDirection } from '../../core/schemas.ts'
import { type Fragment, fragment, nothing, verbatim } from '../../core/sql.ts'
import { seesCommentOnFile } from '../../core/visibility.ts'
import { authorJoins, type Comment, commentText, guestCommentText, pageJoins } from '../../records/comment.ts'

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
  /** The record that is selected from `access`, `page c` and `authorJoins`; complete comments unless given. */
  record?: CommentText
}

type CommentText = { text: Fragment; joins: Fragment }

const complete = { text: commentText, joins: pageJoins }
const completeForGuests = { text: guestCommentText, joins: nothing }

export function resolvedFilter(resolved: boolean | null | undefined): Fragment {
  if (resolved == null) return nothing
  return resolved ? fragment`and c.resolved_at is not null` : fragment`and c.resolved_at is null`
}

const sortColumns = {
  createdAt: [
    ['c.created_at', 'timestamptz'],
    ['c.id', 'uuid'],
  ],
  anchor: [
    [`coalesce(case when c.deleted_at is null then c.anchor end, ${noAnchor})`, 'bigint'],
    ['c.id', 'uuid'],
  ],
} as const

/** One page of comments, in one statement. */
export async function commentPage<Item = Comment>(
  { sql, access, cursors, caller }: Pick<ContextFields, 'sql' | 'access' | 'cursors' | 'caller'>,
  { binding, within, where, sort: asked, cursor, record }: CommentList,
): Promise<JsonText<CursorPage<Item>>> {
  const sort = asked ?? chatLike
  const keyset: Keyset = {
    binding: [...binding, caller.workspaceId, sort.type],
    columns: sortColumns[sort.type],
    direction: sort.direction,
    startAtEnd: sort.type === 'createdAt' && sort.direction === 'asc',
  }
  const [column, type, value] = within
  // All lists have an index by creation; those of files also have one by anchor.
  const indexed = sort.type === 'createdAt' || column === 'c.file_id'
  const page = keysetPage(cursors, cursor, indexed ? { ...keyset, within: [within] } : keyset)
  const isGuest = caller.kind === 'share'
  const { text: json, joins } = record ?? (isGuest ? completeForGuests : complete)
  const shown = isGuest ? fragment`and ${seesCommentOnFile('c')}` : nothing
  const inList = indexed ? nothing : fragment`and ${verbatim(column)} = ${value}::${verbatim(type)}`
  // One row also for an empty list, and none without access.
  const [text] = await sql<PageText>`
    with access as materialized (select * from ${access}),
    page as materialized (
      select c.* from access cross join lateral (
        select c.*, ${page.number} as n from comments c ${indexed ? expectMany : nothing}
        where ${where} ${shown} ${inList} ${page.after} ${page.order}
      ) c
    )
    select text.* from access cross join lateral (
      select ${page.text(json, 'c.n')} from page c ${authorJoins} ${joins}
    ) text`
  return (text && page.ofText(text))!
}
