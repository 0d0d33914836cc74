// Draws a view once: fetches what it needs into a folder, cuts frames from proxies, and lets a child draw.
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addAbortSignal } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { reachStorage, type Storage } from '../../core/storage.ts'
import { type DrawnView, type ImagePlan, type Tile, type ViewWork, viewLimits } from '../../core/views.ts'
import { runNodeChild } from '../../sandbox/node-child.ts'
import { outsideOfCode } from '../../sandbox/node-code.ts'
import type { FindTools } from '../children/find-tools.ts'
import { MediaFailure, type MediaFailureCode } from '../processor.ts'
import { cutFrames } from './video-frames.ts'

export type TileInput = Omit<Tile, 'source'> & { source: SourceInput }
type SourceInput = { path: string } & (
  | { kind: 'image' }
  | Omit<Extract<Tile['source'], { kind: 'waveform' }>, 'objectId'>
  | Omit<Extract<Tile['source'], { kind: 'model' }>, 'objectId'>
)
export type ImageInput = { longest: number; columns: number; tiles: readonly TileInput[] }

export type ViewInput = {
  plans: readonly ImageInput[]
  fonts: readonly string[]
  /** Of all images together. */
  bytes: number
  text: { path: string; pages: readonly number[] } | null
}
export type ViewAnswer = DrawnView | { failure: { code: MediaFailureCode; message: string } }

/** The files of the fonts that a text needs. */
export type FindFonts = (text: string) => Promise<string[]>
export type DrawServices = { storage: Storage; findTools: FindTools; findFonts: FindFonts }

const megabytes = 1_500
/** Originals that are fetched for a view: models, and documents whose text is read. */
const maxObjectBytes = 256 * 2 ** 20

export async function drawView(
  services: DrawServices,
  work: ViewWork,
  seconds: number,
  signal: AbortSignal,
): Promise<DrawnView> {
  const folder = await mkdtemp(join(tmpdir(), 'dailies-view-'))
  try {
    const input = await gather(services, work, folder, seconds, signal)
    const { answer, ...ended } = await runNodeChild<ViewAnswer>({
      module: new URL('./view-child.ts', import.meta.url),
      ...{ input, files: outsideOfCode(input.fonts), folder, limits: { seconds, megabytes }, signal },
    })
    if (answer && 'images' in answer) return answer
    if (answer) throw new MediaFailure(answer.failure.code, answer.failure.message)
    if (ended.tooMuchMemory) throw tooLarge()
    if (ended.signal === 'SIGKILL' || ended.signal === 'SIGXCPU')
      throw new MediaFailure('took_too_long', 'Drawing this file takes too long.', true)
    if (ended.signal) throw new MediaFailure('unreadable', 'The file is broken and cannot be shown.')
    throw new Error(`drawing a view failed: ${ended.complaint}`)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

async function gather(
  { storage, findTools, findFonts }: DrawServices,
  { plans, text }: ViewWork,
  folder: string,
  seconds: number,
  signal: AbortSignal,
): Promise<ViewInput> {
  const longest = longestEdge(plans.length)
  const paths = new Map<string, Promise<string>>()
  const fetched = (objectId: string) => {
    const path =
      paths.get(objectId) ?? fetchObject(storage, objectId, join(folder, `source-${paths.size}`), signal)
    paths.set(objectId, path)
    return path
  }
  const frames = new Map<string, Promise<Map<number, string>>>()
  for (const [objectId, { side, numbers }] of framesOf(plans, longest)) {
    const read = async (range: { start: number; end: number }) =>
      buffer(addAbortSignal(signal, await reachStorage(() => storage.read(objectId, range))))
    const name = `frame-${frames.size}`
    frames.set(objectId, cutFrames(findTools, { read, frames: numbers, side, folder, name, seconds, signal }))
  }
  const sourceOf = async (source: Tile['source']): Promise<SourceInput> => {
    if (source.kind === 'frame')
      return { kind: 'image', path: (await frames.get(source.objectId))!.get(source.frame)! }
    const { objectId, ...rest } = source
    return { ...rest, path: await fetched(objectId) }
  }
  const inputs = plans.map(async ({ columns, tiles }) => ({
    longest,
    columns: Math.min(columns, tiles.length),
    tiles: await Promise.all(tiles.map(async (tile) => ({ ...tile, source: await sourceOf(tile.source) }))),
  }))
  const document = text && fetched(text.objectId)
  const needed = [...inputs, ...frames.values(), ...paths.values(), ...(document ? [document] : [])]
  // When one fails, none may still write into the folder, which is about to be removed.
  await Promise.allSettled(needed)
  const words = textOf(plans)
  return {
    plans: await Promise.all(inputs),
    fonts: words === undefined ? [] : await findFonts(words),
    bytes: Math.floor((viewLimits.characters * 3) / 4),
    text: document && { path: await document, pages: text.pages },
  }
}

/** Several images are smaller: together they cost about as much as one. */
function longestEdge(images: number): number {
  if (images <= 2) return viewLimits.longestEdge
  return images <= 4 ? 1092 : 784
}

/** The frames of each proxy, and the largest side that a tile of them has. */
function framesOf(plans: readonly ImagePlan[], longest: number) {
  const found = new Map<string, { side: number; numbers: number[] }>()
  for (const { columns, tiles } of plans) {
    for (const { source } of tiles) {
      if (source.kind !== 'frame') continue
      const known = found.get(source.objectId) ?? { side: 0, numbers: [] }
      known.side = Math.max(known.side, Math.ceil(longest / Math.min(columns, tiles.length)))
      known.numbers.push(source.frame)
      found.set(source.objectId, known)
    }
  }
  return found
}

/** The texts that are drawn; undefined when there are none. Loading fonts takes a tenth of the work. */
function textOf(plans: readonly ImagePlan[]): string | undefined {
  const tiles = plans.flatMap((plan) => plan.tiles)
  const hasText = tiles.some(
    ({ source, label, drawings }) => label !== null || drawings.length > 0 || source.kind === 'waveform',
  )
  if (!hasText) return undefined
  const shapes = tiles.flatMap(({ drawings }) => drawings.flatMap((drawing) => drawing.shapes))
  return shapes.map(({ text }) => text ?? '').join(' ')
}

async function fetchObject(
  storage: Storage,
  objectId: string,
  path: string,
  signal: AbortSignal,
): Promise<string> {
  const bytes = await reachStorage(() => storage.read(objectId, { start: 0, end: maxObjectBytes }))
  const file = createWriteStream(path, { mode: 0o400 })
  await pipeline(bytes, file, { signal })
  if (file.bytesWritten > maxObjectBytes) throw tooLarge()
  return path
}

function tooLarge(): MediaFailure {
  return new MediaFailure(
    'too_large',
    'The file is too large to be drawn on request. Open it in the app instead.',
  )
}
