// The places that the images of a view show, of a file and of a second file beside it.
import type { TileSource } from '../../core/views.ts'
import type { Annotation } from '../../records/annotation.ts'
import type { ViewPlace } from './view-places.ts'
import type { PlacedComment, ViewedFile } from './viewed-file.ts'

/** One image. */
export type Shot = {
  columns: number
  tiles: ShotTile[]
  /** One line that says what the image shows. */
  shows: string
  frame: number | null
  timecode: string | null
  ms: number | null
  page: number | null
}

export type ShotTile = {
  file: ViewedFile
  /** A page stands for its image, which is looked up for all tiles at once. */
  source: TileSource | { kind: 'page'; page: number }
  label: string | null
  /** Comments on what the tile shows. */
  comments: readonly PlacedComment[]
  /** Those of them whose drawings belong here. */
  drawn: readonly PlacedComment[]
}

/** A tile without its label, and what it shows. */
type Part = { tile: Omit<ShotTile, 'label'>; words: string }
type Files = { file: ViewedFile; other: ViewedFile | undefined }

const nowhere: Pick<Shot, 'frame' | 'timecode' | 'ms' | 'page'> = {
  ...{ frame: null, timecode: null, ms: null, page: null },
}

/** `annotations`: the drawings on a 3D model, which say where they were seen from. */
export function shotsOf(
  places: readonly ViewPlace[],
  files: Files,
  annotations: ReadonlyMap<string, Annotation>,
): Shot[] {
  const { file } = files
  switch (file.kind) {
    case 'VIDEO':
      return places.flatMap((place) =>
        typeof place === 'object' && 'frame' in place
          ? [frameShot(place.frame, files)]
          : sheets(files, frameSheet),
      )
    case 'DOCUMENT':
      return places.flatMap((place) =>
        typeof place === 'object' && 'page' in place
          ? [pageShot(place.page, files)]
          : sheets(files, pageSheet),
      )
    case 'AUDIO':
      return [audioShot(places, files)]
    case 'IMAGE':
      return [sideBySide(files, 2, imagePart)]
    case 'MODEL':
      return files.other ? [sideBySide(files, 2, imagePart)] : modelShots(file, annotations)
  }
}

/** One tile, or one of each file with a label that names its revision. */
function sideBySide(
  { file, other }: Files,
  columns: number,
  part: (file: ViewedFile) => Part,
  at = nowhere,
): Shot {
  const first = part(file)
  if (!other) return { columns: 1, tiles: [{ ...first.tile, label: null }], shows: first.words, ...at }
  const second = part(other)
  const labels = [named('A', file, first.words), named('B', other, second.words)] as const
  const tiles = [first, second].map(({ tile }, n) => ({ ...tile, label: labels[n]! }))
  return { columns, tiles, shows: labels.join('; '), ...at }
}

function named(letter: 'A' | 'B', { revision }: ViewedFile, words: string): string {
  return `${letter}: v${revision}, ${words}`
}

function sheets({ file, other }: Files, sheet: (file: ViewedFile) => Shot): Shot[] {
  if (!other) return [sheet(file)]
  return (
    [
      ['A', file],
      ['B', other],
    ] as const
  ).map(([letter, one]) => {
    const shot = sheet(one)
    return { ...shot, shows: named(letter, one, shot.shows) }
  })
}

function frameShot(frame: number, files: Files): Shot {
  const { file } = files
  const timecode = file.timeline!.timecode(frame)
  const ms = Math.ceil(file.timeline!.startOf(frame))
  const part = (one: ViewedFile) => framePart(one, one === file ? frame : counterpart(file, one, frame))
  return sideBySide(files, 2, part, { frame, timecode, ms, page: null })
}

/** The frame of the second video beside a frame of the first: the same at equal rates, otherwise at the same time. */
function counterpart({ timeline: a }: ViewedFile, { timeline: b }: ViewedFile, frame: number): number {
  const isSameRate = a!.rate !== null && a!.rate.num === b!.rate?.num && a!.rate.den === b!.rate.den
  return Math.min(isSameRate ? frame : b!.frameAt(a!.startOf(frame)), b!.frames - 1)
}

function framePart(file: ViewedFile, frame: number): Part {
  const { timeline } = file
  const comments = file.comments.filter((comment) => isOnFrame(comment, file, frame))
  const drawn = comments.filter((comment) => firstFrame(comment, file) === frame)
  const source = { kind: 'frame', objectId: file.preview('proxy'), frame } as const
  const words = `frame ${frame}, ${timeline!.timecode(frame) ?? `${Math.round(timeline!.startOf(frame))}ms`}`
  return { tile: { file, source, comments, drawn }, words }
}

export function firstFrame(
  { frame, anchor }: Pick<PlacedComment, 'frame' | 'anchor'>,
  { timeline }: ViewedFile,
): number | null {
  return frame ?? (anchor === null ? null : timeline!.frameAt(anchor))
}

/** As in the review room: on this frame, or on a range that includes it. */
function isOnFrame(comment: PlacedComment, file: ViewedFile, frame: number): boolean {
  const { anchor, duration } = comment
  const first = firstFrame(comment, file)
  if (first === null || first > frame) return false
  return first === frame || (anchor !== null && file.timeline!.startOf(frame) < anchor + (duration ?? 0))
}

const sheetTiles = 20

function frameSheet(file: ViewedFile): Shot {
  const { frames, group } = file.timeline!
  const count = Math.min(sheetTiles, frames)
  // Of a long video, only key frames: each is decoded alone.
  const step = frames >= count * group ? group : 1
  const numbers = Array.from({ length: count }, (_, n) => Math.floor((n * frames) / count / step) * step)
  const shows = `contact sheet, in rows from left to right: frames ${numbers.join(', ')} of ${frames}`
  const isTall = (file.height ?? 0) > (file.width ?? 0)
  const parts = numbers.map((frame) => framePart(file, frame))
  return { columns: isTall ? 7 : 4, tiles: parts.map(sheetTile), shows, ...nowhere }
}

/** Too small for drawings. */
function sheetTile({ tile, words }: Part): ShotTile {
  return { ...tile, label: words, comments: [], drawn: [] }
}

function pageShot(page: number, files: Files): Shot {
  const part = (one: ViewedFile) => pagePart(one, Math.min(page, one.pages!))
  return sideBySide(files, 2, part, { ...nowhere, page })
}

function pagePart(file: ViewedFile, page: number): Part {
  const comments = file.comments.filter(
    ({ anchor, duration }) => anchor !== null && anchor <= page && page <= anchor + (duration ?? 0),
  )
  const drawn = comments.filter(({ anchor }) => anchor === page)
  return {
    tile: { file, source: { kind: 'page', page }, comments, drawn },
    words: `page ${page} of ${file.pages}`,
  }
}

function pageSheet(file: ViewedFile): Shot {
  const count = Math.min(sheetTiles, file.pages!)
  const parts = Array.from({ length: count }, (_, n) => pagePart(file, n + 1))
  const shows = `contact sheet, in rows from left to right: pages 1 to ${count} of ${file.pages}`
  return {
    columns: Math.min(7, Math.ceil(Math.sqrt(2 * count))),
    tiles: parts.map(sheetTile),
    shows,
    ...nowhere,
  }
}

/** The whole waveform, with these times marked. */
function audioShot(places: readonly ViewPlace[], files: Files): Shot {
  const times = places.flatMap((place) => (typeof place === 'object' && 'ms' in place ? [place.ms] : []))
  const marked = times.map((ms) => `${ms}ms`)
  return sideBySide(files, 1, (file) => {
    const durationMs = file.durationMs!
    const marks = times.map((ms, n) => ({ ms, label: marked[n]! }))
    const isHere = ({ anchor, duration }: PlacedComment) =>
      anchor !== null &&
      (times.length === 0 || times.some((ms) => ms >= anchor && ms <= anchor + (duration ?? 0)))
    const source = { kind: 'waveform', objectId: file.preview('waveform'), durationMs, marks } as const
    const words = [
      `waveform of ${durationMs}ms`,
      ...(marked.length > 0 ? [`marked at ${marked.join(', ')}`] : []),
    ]
    return {
      tile: { file, source, comments: file.comments.filter(isHere), drawn: [] },
      words: words.join(', '),
    }
  })
}

function imagePart(file: ViewedFile): Part {
  const { width, height, comments } = file
  const source = { kind: 'image', objectId: file.preview('preview') } as const
  const words = width === null ? 'the whole model' : `the whole image, ${width} × ${height} pixels`
  return { tile: { file, source, comments, drawn: width === null ? [] : comments }, words }
}

const sides = ['overview', 'front', 'right', 'back', 'left', 'top'] as const

/** Larger models are shown by their preview. */
export const maxModelBytes = 128 * 2 ** 20

/** The views that were drawn on, or the model from six sides. */
function modelShots(file: ViewedFile, annotations: ReadonlyMap<string, Annotation>): Shot[] {
  const { objectId, mimeType, size, comments } = file
  if (objectId === null || size === null || size > maxModelBytes)
    return [sideBySide({ file, other: undefined }, 1, imagePart)]
  const model = { kind: 'model', objectId, mimeType } as const
  const seen = comments.flatMap((comment): Shot[] => {
    const camera = annotations.get(comment.id)?.camera
    if (!camera) return []
    const tile = { file, label: null, comments: [comment], drawn: [comment], source: { ...model, camera } }
    return [{ columns: 1, tiles: [tile], shows: 'the model as a comment shows it', ...nowhere }]
  })
  if (seen.length > 0) return seen.slice(0, 8)
  const tiles = sides.map((camera) => {
    return { file, label: camera, comments: [], drawn: [], source: { ...model, camera } }
  })
  return [
    { columns: 3, tiles, shows: `the model, in rows from left to right: ${sides.join(', ')}`, ...nowhere },
  ]
}
