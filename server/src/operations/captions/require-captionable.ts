import { ApiError } from '../../core/errors.ts'
import type { Fragment, Sql } from '../../core/sql.ts'
import { fileKind } from '../../records/file-kind.ts'

/** Of one file. */
export const maxCaptions = 50

/** Throws 409 unless the file is video or audio, and may have further captions. */
export async function requireCaptionable(sql: Sql, access: Fragment, fileId: string): Promise<void> {
  const [file] = await sql<{ kind: string; count: number }>`
    select ${fileKind} as kind, (select count(*)::integer from captions c where c.file_id = f.id) as count
    from ${access} join files f on f.id = ${fileId}`
  if (!file) throw new ApiError('not_found')
  if (file.kind !== 'video' && file.kind !== 'audio') throw new ApiError('captions_not_supported')
  if (file.count >= maxCaptions) throw new ApiError('too_many_captions')
}
