// The comments on the files of an archive, as one CSV beside them.
import { ApiError } from '../../core/errors.ts'
import type { Sql } from '../../core/sql.ts'
import { checkedAccess } from '../../core/visibility.ts'
import { authorJoins, type CommentRow, commentRecord, exportedCommentColumns } from '../../records/comment.ts'
import { csvHeader, csvRows } from '../../records/comment-export/csv.ts'
import { exportRate } from '../../records/comment-export/export-options.ts'
import { threadsOf } from '../../records/comment-export/export-thread.ts'
import { isTimed } from '../../records/comment-export/formats.ts'
import { byteOrderMark, csvLine } from '../../records/csv.ts'
import { type FileKind, fileKind } from '../../records/file-kind.ts'
import { crc32 } from '../../storage/archives/crc32.ts'

/** Writing them takes a second for each 20,000. */
const maxComments = 100_000
/** Comments per statement, unless one file has more. */
const batch = 1_000

export type NamedFile = { id: string; path: string }
export type StoredText = { size: number; crc: number; comments: number }

/** Stores the CSV in parts, so that it is never in memory as a whole. */
export async function storeComments(
  sql: Sql,
  { archiveId, workspaceId }: { archiveId: string; workspaceId: string },
  files: readonly NamedFile[],
): Promise<StoredText> {
  const counts = await countComments(sql, files)
  const comments = [...counts.values()].reduce((sum, count) => sum + count, 0)
  if (comments > maxComments) throw tooMany(comments)
  let size = 0
  let crc = 0
  const store = async (text: string) => {
    const bytes = Buffer.from(text)
    await sql`insert into archive_texts (archive_id, start, bytes) values (${archiveId}, ${size}, ${bytes})`
    size += bytes.length
    crc = crc32(bytes, crc)
  }
  await store(byteOrderMark + csvLine(['file', ...csvHeader]))
  for (const some of inBatches(files, counts)) await store(await linesOf(sql, workspaceId, some))
  return { size, crc, comments }
}

async function countComments(sql: Sql, files: readonly NamedFile[]): Promise<Map<string, number>> {
  const rows = await sql<{ id: string; count: number }>`
    select c.file_id as id, count(*) from comments c where c.file_id = any(${files.map(({ id }) => id)}::text[])
    group by c.file_id`
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** The files that have comments, with at most `batch` comments together. */
function* inBatches(files: readonly NamedFile[], counts: ReadonlyMap<string, number>) {
  let some: NamedFile[] = []
  let sum = 0
  for (const file of files) {
    const count = counts.get(file.id)
    if (count === undefined) continue
    if (some.length > 0 && sum + count > batch) {
      yield some
      some = []
      sum = 0
    }
    some.push(file)
    sum += count
  }
  if (some.length > 0) yield some
}

async function linesOf(sql: Sql, workspaceId: string, files: readonly NamedFile[]): Promise<string> {
  const ids = files.map(({ id }) => id)
  const kinds = await sql<{ id: string; kind: FileKind; rate: string | null }>`
    select f.id, ${fileKind} as kind, m.frame_rate_num || '/' || m.frame_rate_den as rate
    from files f left join media m on m.file_id = f.id where f.id = any(${ids}::text[])`
  const rows = await sql<CommentRow>`
    select ${exportedCommentColumns}
    from ${checkedAccess(workspaceId)} join comments c on c.file_id = any(${ids}::text[]) ${authorJoins} order by c.created_at, c.id`
  const kindOf = new Map(kinds.map((file) => [file.id, file]))
  const comments = Map.groupBy(rows.map(commentRecord), ({ file }) => file?.id)
  return files
    .flatMap(({ id, path }) => {
      const { kind = 'unknown', rate = null } = kindOf.get(id) ?? {}
      const frames = exportRate(rate)
      const threads = threadsOf(comments.get(id) ?? [], frames, isTimed(kind))
      return csvRows(threads, frames).map((cells) => csvLine([path, ...cells]))
    })
    .join('')
}

function tooMany(comments: number): ApiError {
  const message =
    `These files have ${comments.toLocaleString('en')} comments. A CSV takes ${maxComments.toLocaleString('en')}: ` +
    'choose fewer files, or leave out the comments.'
  return new ApiError('archive_too_large', { message })
}
