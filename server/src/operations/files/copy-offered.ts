// Which bytes of a file the guest of a share may download: the original, or a copy that plays in a browser.
import type { Caller } from '../../core/access.ts'
import { ApiError } from '../../core/errors.ts'
import type { Sql } from '../../core/sql.ts'
import { requestMarks } from '../../media/watermark/request-marks.ts'
import type { Derivative } from '../../records/media.ts'
import { derivativesFor } from '../../records/media-for.ts'

type Copy = { objectId: string; fileName: string; mimeType: string }

export async function copyOffered(sql: Sql, caller: Caller, fileId: string, original: Copy): Promise<Copy> {
  const [offer] = await sql<{ original: boolean; copies: Derivative[] }>`
    select s.downloads = 'ORIGINAL' and s.watermark is null as original, coalesce((
      select json_agg(json_build_object('name', d.name, 'objectId', d.object_id, 'mimeType', o.mime_type))
      from media_derivatives d join objects o on o.id = d.object_id
      where d.file_id = ${fileId} and d.name ~ '^(proxy|preview)[.]'), '[]') as copies
    from shares s where s.id = ${caller.share!.id} and s.downloads <> 'NONE'`
  if (!offer) throw new ApiError('not_found')
  if (offer.original) return original
  const marks = await requestMarks(sql, caller, [fileId], 'file')
  const copies = derivativesFor(caller, fileId, offer.copies, marks)
  const copy = copies.find(({ name }) => name.startsWith('proxy.')) ?? copies[0]
  if (!copy) throw notReady()
  return { objectId: copy.objectId, fileName: named(original.fileName, copy.name), mimeType: copy.mimeType }
}

/** The name of the file with the extension of the copy. */
function named(fileName: string, copyName: string): string {
  return `${fileName.replace(/\.[^.]*$/, '')}${copyName.slice(copyName.lastIndexOf('.'))}`
}

function notReady(): ApiError {
  const message =
    'There is no copy of this file to download: it is being made, or files of this kind have none.'
  return new ApiError('file_not_ready', { message })
}
