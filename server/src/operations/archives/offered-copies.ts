import type { Caller } from '../../core/access.ts'
import type { Sql } from '../../core/sql.ts'
import { requestMarks } from '../../media/watermark/request-marks.ts'
import type { Derivative } from '../../records/media.ts'
import { derivativesFor, type Marks } from '../../records/media-for.ts'
import type { Selected, SelectedFile, SkippedFile } from './selected-files.ts'

type StoredObject = { id: string; size: number; crc: number | null }

/** Replaces the copies by those that a guest may have: with the watermark of the share, where it has one. */
export async function asOffered(sql: Sql, caller: Caller, selected: Selected): Promise<Selected> {
  if (caller.share?.watermark == null) return selected
  const marks = await requestMarks(
    sql,
    caller,
    selected.files.map(({ id }) => id),
    'file',
  )
  const copies = new Map(selected.files.map((file) => [file.id, copyOf(caller, file, marks)]))
  const ids = [...copies.values()].flatMap((copy) => copy?.objectId ?? [])
  const objects = new Map((await findObjects(sql, ids)).map((object) => [object.id, object]))
  const files: SelectedFile[] = []
  const skipped: SkippedFile[] = [...selected.skipped]
  for (const file of selected.files) {
    const copy = copies.get(file.id)
    const object = copy && objects.get(copy.objectId)
    if (object)
      files.push({ ...file, derivative: copy.name, objectId: object.id, size: object.size, crc: object.crc })
    else skipped.push({ id: file.id, name: file.name, reason: 'NOT_READY' })
  }
  return { files, skipped }
}

function copyOf(
  caller: Caller,
  { id, objectId, derivative, mimeType }: SelectedFile,
  marks: Marks,
): Derivative | undefined {
  if (derivative === null) return undefined
  return derivativesFor(caller, id, [{ name: derivative, objectId, mimeType }], marks)[0]
}

function findObjects(sql: Sql, ids: readonly string[]): Promise<StoredObject[]> {
  return sql<StoredObject>`
    select o.id, o.size, case when k.length = o.size then k.crc end as crc
    from objects o left join object_crcs k on k.object_id = o.id
    where o.id = any(${ids}::uuid[]) and o.stored_at is not null`
}
