// Which stills a report shows: the frame, page or view that a thread is about, with its drawing on it.
import { ApiError } from '../../../core/errors.ts'
import type { Drawing, Tile, TileSource } from '../../../core/views.ts'
import type { Thread } from '../../../records/comment-export/export-thread.ts'
import { firstFrame, maxModelBytes } from '../../files/view-shots.ts'
import { checkedFile, pageImages, type ViewedFile, type Viewing } from '../../files/viewed-file.ts'

export type Still = { key: string; tile: Tile }

export type FileStills = {
  /** The whole file; null where the frames or pages of threads say more. */
  cover: Still | null
  /** By the id of the thread. */
  stills: Map<string, Still>
  /** Why there are none; null where there are. */
  note: string | null
}

export type NumberedThread = { thread: Thread; number: number }

/** More marks than this cover the waveform. */
const maxMarks = 40

export async function planStills(
  viewing: Pick<Viewing, 'sql' | 'storage'>,
  fileId: string,
  threads: readonly NumberedThread[],
): Promise<FileStills> {
  const none = { cover: null, stills: new Map<string, Still>() }
  if (threads.length === 0) return { ...none, note: null }
  try {
    const file = await checkedFile(viewing, fileId)
    const sourceOf = await sources(viewing, file, threads)
    const stills = new Map(
      threads.flatMap(({ thread, number }): [string, Still][] => {
        const { id, annotation } = thread.comment
        const found = sourceOf(thread)
        if (!found) return []
        const shapes = annotation?.shapes ?? []
        const drawings = shapes.length > 0 ? [{ number, shapes }] : []
        // Threads on the same place share a still, unless one of them has a drawing.
        const key = `${fileId} ${drawings.length > 0 ? id : found.place}`
        return [[id, { key, tile: tileOf(found.source, drawings) }]]
      }),
    )
    return { cover: coverOf(file, threads), stills, note: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { ...none, note: error.message }
  }
}

type Found = { source: TileSource; place: string }

async function sources(
  { sql }: Pick<Viewing, 'sql'>,
  file: ViewedFile,
  threads: readonly NumberedThread[],
): Promise<(thread: Thread) => Found | undefined> {
  switch (file.kind) {
    case 'VIDEO': {
      const objectId = file.preview('proxy')
      return ({ comment }) => {
        const first = firstFrame(comment, file)
        if (first === null) return undefined
        const frame = Math.min(first, file.timeline!.frames - 1)
        return { source: { kind: 'frame', objectId, frame }, place: String(frame) }
      }
    }
    case 'DOCUMENT': {
      const pages = threads.flatMap(({ thread }) => thread.comment.anchor ?? [])
      const images = await pageImages(sql, file.id, [...new Set(pages)])
      return ({ comment }) => {
        const objectId = images.get(comment.anchor ?? 0)
        return objectId === undefined
          ? undefined
          : { source: { kind: 'image', objectId }, place: String(comment.anchor) }
      }
    }
    case 'IMAGE':
      return ({ comment }) => (hasDrawing(comment) ? { source: preview(file), place: 'drawn' } : undefined)
    case 'MODEL':
      return ({ comment }) => modelView(file, comment)
    case 'AUDIO':
      return () => undefined
  }
}

function hasDrawing({ annotation }: Thread['comment']): boolean {
  return (annotation?.shapes.length ?? 0) > 0
}

function modelView(file: ViewedFile, comment: Thread['comment']): Found | undefined {
  const { objectId, mimeType, size } = file
  const camera = comment.annotation?.camera
  if (!camera || objectId === null || size === null || size > maxModelBytes) return undefined
  return { source: { kind: 'model', objectId, mimeType, camera }, place: comment.id }
}

function preview(file: ViewedFile): TileSource {
  return { kind: 'image', objectId: file.preview('preview') }
}

/** The whole image or model; the waveform with the numbers of its threads. */
function coverOf(file: ViewedFile, threads: readonly NumberedThread[]): Still | null {
  const key = `${file.id} cover`
  if (file.kind === 'IMAGE' || file.kind === 'MODEL') return { key, tile: tileOf(preview(file), []) }
  if (file.kind !== 'AUDIO') return null
  const marks = threads.flatMap(({ thread, number }) => {
    const { anchor } = thread.comment
    return anchor === null ? [] : [{ ms: anchor, label: String(number) }]
  })
  const source = { objectId: file.preview('waveform'), durationMs: file.durationMs! }
  return { key, tile: tileOf({ kind: 'waveform', ...source, marks: marks.slice(0, maxMarks) }, []) }
}

function tileOf(source: TileSource, drawings: readonly Drawing[]): Tile {
  return { source, label: null, drawings }
}
