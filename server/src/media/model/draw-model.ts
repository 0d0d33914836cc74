// Draws a 3D model as an image, in a child process: see `children/run-decoder.ts`.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { ChildInput } from '../children/run-decoder.ts'
import { MediaFailure } from '../processor.ts'
import type { Vector, Viewpoint } from './camera.ts'
import { type Part, rasterise } from './rasterise.ts'
import { readGltf } from './read-gltf.ts'
import { readObj, readStl } from './read-mesh.ts'

sharp.cache(false)
sharp.concurrency(1)

const maxBytes = 500_000_000
const maxTriangles = 5_000_000
const preview = { width: 1_280, height: 960 }
const thumbnailSide = 640

type Size = { width: number; height: number }

const readers: Record<string, (bytes: Buffer) => Part[] | Promise<Part[]>> = {
  'model/gltf-binary': readGltf,
  'model/gltf+json': readGltf,
  'model/stl': readStl,
  'model/obj': readObj,
}

export async function drawModel({ folder, ...model }: ChildInput): Promise<void> {
  const framed = await drawView(await readModel(model), preview)
  await sharp(framed).webp({ quality: 88 }).toFile(join(folder, 'preview.webp'))
  await sharp(framed)
    .resize(thumbnailSide, thumbnailSide, { fit: 'inside' })
    .webp({ quality: 80 })
    .toFile(join(folder, 'thumbnail.webp'))
}

export async function readModel({
  source,
  mimeType,
}: Pick<ChildInput, 'source' | 'mimeType'>): Promise<Part[]> {
  const read = readers[mimeType]
  if (!read) {
    throw new MediaFailure('unsupported', notShown(mimeType))
  }
  const { size } = await stat(source)
  if (size > maxBytes)
    throw new MediaFailure('too_large', 'The model is larger than 500 MB, the limit for previews.')
  const parts = await readableModel(async () => read(await readFile(source)))
  const triangles = parts.reduce((sum, { indices }) => sum + Math.floor(indices.length / 3), 0)
  if (triangles === 0) throw new MediaFailure('unreadable', 'The model has no surfaces to show.')
  if (triangles > maxTriangles) {
    const message = `The model has ${triangles} triangles; ${maxTriangles / 1e6} million is the limit.`
    throw new MediaFailure('too_large', message)
  }
  return parts
}

const formatNames: Record<string, string> = {
  'application/vnd.autodesk.fbx': 'FBX models are',
  'model/vnd.usdz+zip': 'USDZ models are',
}

function notShown(mimeType: string): string {
  const models = formatNames[mimeType] ?? 'Models of this format are'
  return `${models} not shown here. Export the model as GLB, glTF, OBJ or STL; this file can be downloaded.`
}

/** Drawn at twice the size and scaled down, so that edges are smooth. */
const scale = 2

/** A PNG of this size. */
export async function drawView(
  parts: readonly Part[],
  size: Size,
  from?: Vector | Viewpoint,
): Promise<Buffer> {
  const large = { width: size.width * scale, height: size.height * scale }
  const { data } = await readableModel(async () => rasterise(parts, large.width, large.height, from))
  const shown = await sharp(data, { raw: { ...large, channels: 4 } })
    .resize(size.width, size.height, { kernel: 'mitchell' })
    .raw()
    .toBuffer()
  return sharp(backdrop(size))
    .composite([{ input: shown, raw: { ...size, channels: 4 } }])
    .removeAlpha()
    .png()
    .toBuffer()
}

/** Neutral, and neither black nor white, so that every model is visible. */
function backdrop({ width, height }: Size): Buffer {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><radialGradient id="g" cx="0.5" cy="0.42" r="0.75">
      <stop offset="0" stop-color="#6e6e6e"/><stop offset="1" stop-color="#333333"/></radialGradient></defs>
    <rect width="100%" height="100%" fill="url(#g)"/></svg>`)
}

export async function readableModel<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof MediaFailure) throw error
    throw new MediaFailure('unreadable', 'The model is broken or incomplete. Export it again.')
  }
}
