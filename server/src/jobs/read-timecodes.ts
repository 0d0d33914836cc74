import { buffer } from 'node:stream/consumers'
import { type Sql, verbatim } from '../core/sql.ts'
import { reachStorage, type Storage, StorageRefusal } from '../core/storage.ts'
import { broadcastWaveBytes, timeReferenceOf } from '../media/broadcast-wave.ts'
import { audioTimecode, type SourceTimecode, videoTimecode } from '../media/source-timecode.ts'
import type { PeriodicJob } from './periodic-job.ts'

/** Batches per run: a shutdown waits for a run. */
const batches = 50
const rowsPerBatch = 200

/**
 * Stores the source timecode of files that an earlier release has processed. That of videos is among their technical details, that
 * of Broadcast Wave at the start of the file; nothing is encoded again. The transaction of the job only holds its lock; each batch
 * is committed with the position that the next one starts from.
 */
export const readTimecodes: PeriodicJob = {
  name: 'read-timecodes',
  everySeconds: 60,
  async isDue(sql) {
    return (await sql`select from timecodes_missing`).length > 0
  },
  async run(_sql, { database: { sql }, storage }) {
    for (let i = 0; i < batches; i++) if (!(await readBatch(sql, storage))) return
  },
}

type Row = {
  fileId: string
  kind: string | null
  num: number | null
  den: number | null
  variableRate: boolean
  text: string | null
  sampleRate: number | null
  mimeType: string | null
  objectId: string | null
}

/** Returns false after the last batch. */
async function readBatch(sql: Sql, storage: Storage): Promise<boolean> {
  const rows = await sql<Row>`
    select m.file_id as "fileId", m.kind, m.frame_rate_num as num, m.frame_rate_den as den, m.variable_rate as "variableRate",
      m.technical ->> 'timecode' as text, (m.technical -> 'audio' -> 0 ->> 'sampleRate')::integer as "sampleRate",
      f.mime_type as "mimeType", f.object_id as "objectId"
    from media m join all_files f on f.id = m.file_id
    where m.file_id > (select position from timecodes_missing)
    order by m.file_id limit ${verbatim(String(rowsPerBatch))}`
  const last = rows.at(-1)
  if (!last) {
    await sql`delete from timecodes_missing`
    return false
  }
  const found: ({ fileId: string } & SourceTimecode)[] = []
  for (const row of rows) found.push({ fileId: row.fileId, ...(await timecodeOf(row, storage)) })
  const known = found.filter(({ startFrame, startMs }) => (startFrame ?? startMs) !== null)
  await sql`
    with stored as (
      update media m set start_frame = found.start_frame, drop_frame = found.drop_frame, start_ms = found.start_ms,
        start_sample = found.start_sample
      from unnest(${known.map(({ fileId }) => fileId)}::text[], ${known.map(({ startFrame }) => startFrame)}::bigint[],
        ${known.map(({ dropFrame }) => dropFrame)}::boolean[], ${known.map(({ startMs }) => startMs)}::bigint[],
        ${known.map(({ startSample }) => startSample)}::bigint[])
        as found (file_id, start_frame, drop_frame, start_ms, start_sample)
      where m.file_id = found.file_id and m.start_frame is null and m.start_ms is null
    )
    update timecodes_missing set position = ${last.fileId}`
  return true
}

async function timecodeOf(row: Row, storage: Storage): Promise<SourceTimecode> {
  const { kind, num, den, variableRate, text, sampleRate } = row
  const claims = { text, trackRate: undefined, sampleRate, timeReference: null }
  const rate = num === null || den === null || variableRate ? null : { num, den }
  if (kind === 'VIDEO') return videoTimecode(claims, rate)
  return audioTimecode({ ...claims, timeReference: await timeReference(row, storage) })
}

async function timeReference({ kind, mimeType, objectId }: Row, storage: Storage): Promise<number | null> {
  if (kind !== 'AUDIO' || mimeType !== 'audio/wav' || objectId === null) return null
  try {
    const range = { start: 0, end: broadcastWaveBytes - 1 }
    return timeReferenceOf(await reachStorage(async () => buffer(await storage.read(objectId, range))))
  } catch (error) {
    // An object that is gone has no timecode; a storage that is down is tried again.
    if (error instanceof StorageRefusal) return null
    throw error
  }
}
