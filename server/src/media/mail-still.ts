// A still for mails, as bytes: near the frame that a comment is about, from the sheet of small frames along the timeline, or
// the thumbnail of the file. The sheet has at most 100 frames, so it is exact to a hundredth of the video.
import { type Area, createStills, inTime, readObject, type StillOptions, toJpeg } from './still.ts'

type MailStills = (fileId: string, atMs: number | null) => Promise<Uint8Array | undefined>

const sheetName = 'sprite-1.webp'
const manifestName = 'sprite.vtt'

export function createMailStills({ database, storage }: StillOptions): MailStills {
  const { stillOf } = createStills({ database, storage })

  async function frameAt(fileId: string, atMs: number): Promise<Uint8Array | undefined> {
    const rows = await database.sql<{ name: string; id: string }>`
      select name, object_id as id from media_derivatives
      where file_id = ${fileId} and name = any(${[sheetName, manifestName]})`
    const ids = new Map(rows.map(({ name, id }) => [name, id]))
    const [sheet, manifest] = [ids.get(sheetName), ids.get(manifestName)]
    if (sheet === undefined || manifest === undefined) return undefined
    const area = areaAt((await readObject(storage, manifest)).toString(), atMs)
    return area && ((await toJpeg(await readObject(storage, sheet), area)) ?? undefined)
  }

  async function thumbnail(fileId: string): Promise<Uint8Array | undefined> {
    const id = await stillOf(fileId)
    return id === undefined ? undefined : inTime(readObject(storage, id))
  }

  return async (fileId, atMs) =>
    (atMs === null ? undefined : await inTime(frameAt(fileId, atMs))) ?? thumbnail(fileId)
}

const cue = /^([\d:.]+) --> ([\d:.]+)\n\S+#xywh=(\d+),(\d+),(\d+),(\d+)$/gm

/** The last frame of the sheet that starts no later. */
export function areaAt(manifest: string, atMs: number): Area | undefined {
  let found: Area | undefined
  for (const [, start, , left, top, width, height] of manifest.matchAll(cue)) {
    if (found && clockMs(start!) > atMs) break
    found = { left: Number(left), top: Number(top), width: Number(width), height: Number(height) }
  }
  return found
}

function clockMs(clock: string): number {
  const [hours, minutes, seconds] = clock.split(':').map(Number) as [number, number, number]
  return Math.round((hours * 3600 + minutes * 60 + seconds) * 1000)
}
