// The pixels of one tile: an image, a waveform or a view of a 3D model.
import { readFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import type { ModelCamera, ModelSide } from '../../core/views.ts'
import type { Waveform } from '../audio/waveform.ts'
import { overview, type Vector, type Viewpoint } from '../model/camera.ts'
import type { Part } from '../model/rasterise.ts'
import { MediaFailure } from '../processor.ts'
import type { TileInput } from './draw-view.ts'
import { escaped, fontFamily } from './drawing-svg.ts'

/** RGB, 8 bits each. */
export type Pixels = { data: Buffer; width: number; height: number }
type Size = { width: number; height: number }
type Source = TileInput['source']

/** More than any preview has. */
const maxPixels = 30_000_000

export async function drawTile(source: Source, box: Size): Promise<Pixels> {
  if (source.kind === 'waveform') return waveformTile(source, box)
  if (source.kind === 'model') return modelTile(source, box)
  return pixelsOf(sharp(source.path, { limitInputPixels: maxPixels, failOn: 'error' }), box).catch(
    (cause) => {
      throw Object.assign(new MediaFailure('unreadable', 'The preview of this file cannot be read.', true), {
        cause,
      })
    },
  )
}

async function pixelsOf(image: Sharp, box: Size): Promise<Pixels> {
  const { data, info } = await image
    .resize({ ...box, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#202020' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

const axisHeight = 24
const ticks = 8

async function waveformTile(
  { path, durationMs, marks }: Extract<Source, { kind: 'waveform' }>,
  box: Size,
): Promise<Pixels> {
  const { data, length }: Waveform = JSON.parse(await readFile(path, 'utf8'))
  const { width } = box
  const height = Math.min(box.height, Math.max(120, Math.round(width / 4)))
  const middle = (height - axisHeight) / 2
  const line = (value: number) => Math.round((middle - (value / 128) * middle * 0.95) * 10) / 10
  let wave = ''
  for (let x = 0; x < width; x++) {
    const [from, to] = [Math.floor((x * length) / width), Math.ceil(((x + 1) * length) / width)]
    const part = data.slice(2 * from, 2 * to)
    wave += `M${x + 0.5} ${line(Math.max(1, ...part))}V${line(Math.min(-1, ...part))}`
  }
  const at = (ms: number) =>
    Math.round((Math.min(1, ms / Math.max(1, durationMs)) * (width - 1) + 0.5) * 10) / 10
  const text = (x: number, y: number, label: string, fill: string) =>
    `<text x="${Math.min(x + 4, width - 60)}" y="${y}" font-family="${fontFamily}" font-size="15" fill="${fill}">${escaped(label)}</text>`
  const axis = Array.from({ length: ticks }, (_, n) => {
    const ms = (durationMs * n) / ticks
    return `<path d="M${at(ms)} ${height - axisHeight}v8" stroke="#aaa"/>${text(at(ms), height - 6, clock(ms), '#ccc')}`
  })
  const places = marks.map(
    ({ ms, label }) =>
      `<path d="M${at(ms)} 0V${height - axisHeight}" stroke="#ffd60a" stroke-width="2"/>${text(at(ms), 16, label, '#ffd60a')}`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#181818"/><path d="${wave}" stroke="#6ea8fe"/>${axis.join('')}${places.join('')}</svg>`
  return pixelsOf(sharp(Buffer.from(svg)), { width, height })
}

/** `1:02.5` */
function clock(ms: number): string {
  const seconds = Math.round(ms / 100) / 10
  const rest = (seconds % 60).toFixed(1)
  return `${Math.floor(seconds / 60)}:${rest.padStart(4, '0')}`
}

const directions: Record<ModelSide, Vector> = {
  overview,
  front: [0, 0, 1],
  right: [1, 0, 0],
  back: [0, 0, -1],
  left: [-1, 0, 0],
  top: [0, 1, 0],
}

let known: { path: string; parts: Part[] } | undefined

async function modelTile(
  { path, mimeType, camera }: Extract<Source, { kind: 'model' }>,
  box: Size,
): Promise<Pixels> {
  const { drawView, readModel } = await import('../model/draw-model.ts')
  if (known?.path !== path) known = { path, parts: await readModel({ source: path, mimeType }) }
  // Drawings on a model are about a view of this shape.
  const ratio = typeof camera === 'string' ? 4 / 3 : 16 / 9
  const width = Math.floor(Math.min(box.width, box.height * ratio))
  const size = { width, height: Math.floor(width / ratio) }
  const from = typeof camera === 'string' ? directions[camera] : viewpoint(camera)
  return pixelsOf(sharp(await drawView(known.parts, size, from)), size)
}

function viewpoint({ position, target, fieldOfView }: ModelCamera): Viewpoint {
  const vector = ([x, y, z]: readonly number[]): Vector => [x!, y!, z!]
  return { position: vector(position), target: vector(target), fieldOfView }
}
