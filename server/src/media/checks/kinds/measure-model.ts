// Measures a 3D model, in a child process: see `children/run-decoder.ts`.
import { readFile, stat } from 'node:fs/promises'
import type { Document, Texture } from '@gltf-transform/core'
import type { ChildInput } from '../../children/run-decoder.ts'
import { readableModel } from '../../model/draw-model.ts'
import type { Part } from '../../model/rasterise.ts'
import { parseGltf, partsOf, readPart } from '../../model/read-gltf.ts'
import { readObj, readStl } from '../../model/read-mesh.ts'
import { MediaFailure } from '../../processor.ts'
import { plain } from '../../technical.ts'
import { type ValidatorReport, validateGltf } from './gltf-validator.ts'
import type { MeasuredTexture, ModelMeasured } from './measured.ts'

const maxBytes = 500_000_000
/** The validator copies the bytes. */
const maxValidated = 200_000_000
const maxMessages = 100
const maxTextures = 1_000

export async function measureModel({
  source,
  mimeType,
}: Pick<ChildInput, 'source' | 'mimeType'>): Promise<ModelMeasured> {
  const { size } = await stat(source)
  if (size > maxBytes)
    throw new MediaFailure('too_large', 'The model is larger than 500 MB, the limit for checks.')
  const bytes = await readFile(source)
  if (mimeType === 'model/stl') return measureMesh('STL', bytes)
  if (mimeType === 'model/obj') return measureMesh('OBJ', bytes)
  if (!/^model\/gltf/.test(mimeType))
    throw new MediaFailure('unsupported', 'Models of this format are not measured. Export the model as GLB.')
  return measureGltf(bytes)
}

async function measureMesh(format: 'OBJ' | 'STL', bytes: Buffer): Promise<ModelMeasured> {
  const parts = await readableModel(async () => (format === 'STL' ? readStl(bytes) : readObj(bytes)))
  return {
    ...{ format, unread: null, triangles: trianglesIn(parts), box: boxOf(parts), normals: null },
    textures: format === 'OBJ' ? materialsOf(bytes) : [],
    validator: { reason: 'The rule is for glTF.', applicable: false },
  }
}

/** OBJ names its materials and textures in another file, which nobody has uploaded. */
function materialsOf(bytes: Buffer): MeasuredTexture[] {
  const [, name] = /^mtllib[ \t]+([^\r\n]+)/m.exec(bytes.toString('latin1', 0, 2 ** 20)) ?? []
  if (name === undefined) return []
  const fault = 'the materials are in another file, which is not part of the model.'
  return [{ ...{ name: plain(name) ?? 'materials', width: null, height: null, bytes: 0 }, fault }]
}

/** The validator also judges files that the reader refuses. */
async function measureGltf(bytes: Buffer): Promise<ModelMeasured> {
  const report = bytes.length > maxValidated ? null : await validateGltf(new Uint8Array(bytes))
  const validator = report
    ? messagesOf(report)
    : { reason: 'The model is larger than 200 MB, the limit of the validator.', applicable: true }
  try {
    return { ...(await readableModel(() => factsOf(bytes))), unread: null, validator }
  } catch (error) {
    if (!(error instanceof MediaFailure)) throw error
    const triangles = report?.info?.totalTriangleCount ?? null
    return {
      ...{ format: 'GLTF', unread: error.message, triangles, box: null, normals: null, validator },
      textures: texturesElsewhere(bytes),
    }
  }
}

function messagesOf({ issues }: ValidatorReport): ModelMeasured['validator'] {
  const severities = ['ERROR', 'WARNING'] as const
  const messages = issues.messages
    .filter(({ severity }) => severity < severities.length)
    .sort((a, b) => a.severity - b.severity)
    .slice(0, maxMessages)
    .map(({ severity, code, message, pointer }) => ({
      severity: severities[severity]!,
      code: plain(code) ?? '',
      message: plain(message) ?? '',
      pointer: plain(pointer),
    }))
  return { errors: issues.numErrors, warnings: issues.numWarnings, messages }
}

async function factsOf(bytes: Buffer): Promise<Omit<ModelMeasured, 'unread' | 'validator'>> {
  const document = await parseGltf(bytes)
  const parts = partsOf(document)
  const textures = document.getRoot().listTextures()
  return {
    ...{ format: 'GLTF', triangles: trianglesIn(parts), box: boxOf(parts), normals: normalsOf(document) },
    textures: textures.slice(0, maxTextures).map(textureOf),
  }
}

function trianglesIn(parts: readonly Part[]): number {
  return parts.reduce((sum, { indices }) => sum + Math.floor(indices.length / 3), 0)
}

/** Only corners that a triangle uses. */
function boxOf(parts: readonly Part[]): ModelMeasured['box'] {
  const least = [Infinity, Infinity, Infinity]
  const most = [-Infinity, -Infinity, -Infinity]
  for (const { positions, indices } of parts) {
    for (const index of indices) {
      for (let axis = 0; axis < 3; axis++) {
        const value = positions[index * 3 + axis]!
        if (value < least[axis]!) least[axis] = value
        if (value > most[axis]!) most[axis] = value
      }
    }
  }
  const [x, y, z] = most.map((value, axis) => value - least[axis]!)
  return Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(z) ? { x: x!, y: y!, z: z! } : null
}

type Normals = NonNullable<ModelMeasured['normals']>

/** In the coordinates of each mesh: a node that mirrors a mesh also mirrors its normals. */
function normalsOf(document: Document): Normals {
  const found: Normals = { parts: 0, partsWithout: 0, vertices: 0, zero: 0, triangles: 0, flipped: 0 }
  for (const mesh of document.getRoot().listMeshes()) {
    for (const primitive of mesh.listPrimitives()) {
      const part = readPart(primitive)
      if (part) addNormals(found, part)
    }
  }
  return found
}

function addNormals(found: Normals, { positions, normals, indices }: Part): void {
  found.parts++
  found.triangles += Math.floor(indices.length / 3)
  if (!normals) {
    found.partsWithout++
    return
  }
  found.vertices += normals.length / 3
  for (let at = 0; at < normals.length; at += 3) {
    // Not finite counts as none.
    if (!(Math.hypot(normals[at]!, normals[at + 1]!, normals[at + 2]!) > 1e-6)) found.zero++
  }
  for (let at = 0; at + 2 < indices.length; at += 3) {
    if (facing(positions, normals, indices[at]!, indices[at + 1]!, indices[at + 2]!) < 0) found.flipped++
  }
}

/** Below 0: the normals of the corners point away from the front of the triangle, together. Without arrays, for millions of triangles. */
function facing(positions: Float32Array, normals: Float32Array, a: number, b: number, c: number): number {
  const edge = (to: number, axis: number) => positions[to * 3 + axis]! - positions[a * 3 + axis]!
  const mean = (axis: number) => normals[a * 3 + axis]! + normals[b * 3 + axis]! + normals[c * 3 + axis]!
  let sum = 0
  for (let axis = 0; axis < 3; axis++) {
    const u = (axis + 1) % 3
    const v = (axis + 2) % 3
    sum += (edge(b, u) * edge(c, v) - edge(b, v) * edge(c, u)) * mean(axis)
  }
  return sum
}

function textureOf(texture: Texture, at: number): MeasuredTexture {
  const name = plain(texture.getName()) ?? plain(texture.getURI().slice(0, 60)) ?? String(at + 1)
  const image = texture.getImage()
  if (!image) return { name, width: null, height: null, bytes: 0, fault: 'the image is missing.' }
  const size = sizeOf(texture)
  const [width, height] = size ?? [null, null]
  const fault = size ? null : 'the image is broken, or its format is not known.'
  return { name, width, height, bytes: image.byteLength, fault }
}

function sizeOf(texture: Texture): readonly [number, number] | null {
  try {
    const size = texture.getSize()
    return size?.every((side) => side > 0) ? [size[0], size[1]] : null
  } catch {
    return null
  }
}

/** Images that a glTF names beside itself. */
function texturesElsewhere(bytes: Buffer): MeasuredTexture[] {
  try {
    const { images = [] } = JSON.parse(bytes.toString('utf8')) as { images?: { uri?: unknown }[] }
    return images
      .flatMap(({ uri }) => (typeof uri === 'string' && !uri.startsWith('data:') ? [uri] : []))
      .slice(0, maxTextures)
      .map((uri) => ({
        ...{ name: plain(uri) ?? 'image', width: null, height: null, bytes: 0 },
        fault: 'the image is in another file, which is not part of the model.',
      }))
  } catch {
    return []
  }
}
