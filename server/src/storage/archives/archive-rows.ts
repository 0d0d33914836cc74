// The rows of an archive: read page by page, because an archive has up to 10,000 entries and many are sent at once.
import { fragment, type Sql } from '../../core/sql.ts'
import type { Pieces } from '../read-pieces.ts'
import type { Prefix } from './object-crcs.ts'
import type { ZipEntry } from './zip-format.ts'

export type ArchiveRow = {
  id: string
  name: string
  byteSize: number
  entryCount: number
  directoryStart: number
  createdAt: Date
}

export type ArchiveEntry = ZipEntry & {
  number: number
  /** The offset in the ZIP. */
  start: number
  /** null: the bytes are in archive_texts. */
  objectId: string | null
  /** The part of the CRC that was known when the row was read. */
  prefix: Prefix | undefined
}

type Row = Omit<ArchiveEntry, 'modifiedAt' | 'prefix'> & {
  modifiedAt: number
  prefixLength: number | null
  prefixCrc: number
}

const pageLength = 200

/** The entries from the one that contains an offset on. `turn` is awaited before each page. */
export async function* entriesFrom(
  sql: Sql,
  archiveId: string,
  offset: number,
  turn: () => Promise<void>,
): AsyncGenerator<ArchiveEntry, undefined, undefined> {
  let from = fragment`(select max(number) from archive_entries where archive_id = ${archiveId} and start <= ${offset})`
  for (;;) {
    await turn()
    const rows = await sql<Row>`
      select e.number, e.start, e.name, e.object_id as "objectId", e.size, e.crc,
        extract(epoch from e.modified_at)::bigint as "modifiedAt", k.length as "prefixLength", k.crc as "prefixCrc"
      from archive_entries e left join object_crcs k on k.object_id = e.object_id
      where e.archive_id = ${archiveId} and e.number >= ${from} order by e.number limit ${pageLength}`
    for (const { modifiedAt, prefixLength, prefixCrc, ...entry } of rows) {
      const prefix = prefixLength === null ? undefined : { length: prefixLength, crc: prefixCrc }
      yield { ...entry, modifiedAt: new Date(modifiedAt * 1000), prefix }
    }
    if (rows.length < pageLength) return
    from = fragment`${rows.at(-1)!.number + 1}::integer`
  }
}

/** The text of an entry, from one offset to another. */
export async function* textPieces(sql: Sql, archiveId: string, from: number, to: number): Pieces {
  for (let at = from; at < to; ) {
    const [part] = await sql<{ start: number; bytes: Buffer }>`
      select start, bytes from archive_texts where archive_id = ${archiveId} and start <= ${at}
      order by start desc limit 1`
    const piece = part?.bytes.subarray(at - part.start, to - part.start)
    if (!piece?.length) throw new Error(`the text of archive ${archiveId} ends at byte ${at}`)
    at += piece.length
    yield piece
  }
}
