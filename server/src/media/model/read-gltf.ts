// Reads glTF as triangles: the geometry of all nodes in their places, base colours and their textures. Skins
// are in their bind pose; nothing outside of the file is ever read.
import { type Document, type JSONDocument, type Material, type Primitive, WebIO } from '@gltf-transform/core'
import { ALL_EXTENSIONS } from '@gltf-transform/extensions'
import draco3d from 'draco3dgltf'
import { MeshoptDecoder } from 'meshoptimizer/decoder'
import sharp from 'sharp'
import { MediaFailure } from '../processor.ts'
import type { Part, Surface, Texture } from './rasterise.ts'

const maxTextures = 100
const textureSide = 1_024
const maxTexturePixels = 100_000_000
const maxCorners = 15_000_000

export async function readGltf(bytes: Buffer): Promise<Part[]> {
  const document = await parseGltf(bytes)
  return partsOf(document, await readSurfaces(document))
}

/** The geometry of all nodes; without surfaces, in a plain colour. */
export function partsOf(
  document: Document,
  surfaces: ReadonlyMap<Material | null, Surface> = new Map(),
): Part[] {
  const root = document.getRoot()
  const scene = root.getDefaultScene() ?? root.listScenes()[0]
  const parts: Part[] = []
  let corners = 0
  scene?.traverse((node) => {
    // The positions of a skinned mesh are relative to its joints.
    const matrix = node.getSkin() ? identity : node.getWorldMatrix()
    for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
      corners += primitive.getAttribute('POSITION')?.getCount() ?? 0
      corners += primitive.getIndices()?.getCount() ?? 0
      if (corners > maxCorners) {
        throw new MediaFailure('too_large', 'The model has more than 5 million triangles.')
      }
      const part = readPart(primitive, matrix, surfaces.get(primitive.getMaterial()) ?? plain)
      if (part) parts.push(part)
    }
  })
  return parts
}

/** Uses the reader for browsers, which has no disk access and gets only the bytes of the file. */
export async function parseGltf(bytes: Buffer): Promise<Document> {
  const io = new WebIO().registerExtensions(ALL_EXTENSIONS).registerDependencies({
    'draco3d.decoder': await draco3d.createDecoderModule(),
    'meshopt.decoder': MeshoptDecoder,
  })
  await MeshoptDecoder.ready
  try {
    if (bytes.toString('latin1', 0, 4) === 'glTF') return await io.readBinary(new Uint8Array(bytes))
    return await io.readJSON(embedded(JSON.parse(bytes.toString('utf8'))))
  } catch (error) {
    const extension = /extension.*?\b((?:KHR|EXT|[A-Z]{2,})_\w+)/i.exec((error as Error).message)?.[1]
    if (!extension) throw error
    throw new MediaFailure(
      'unsupported',
      `The model needs ${extension}, which is not supported. Export it without.`,
    )
  }
}

/** Buffers and images that are embedded in the file; external ones are not available. */
function embedded(json: JSONDocument['json']): JSONDocument {
  const resources: JSONDocument['resources'] = {}
  for (const { uri } of [...(json.buffers ?? []), ...(json.images ?? [])]) {
    if (uri === undefined) continue
    const data = /^data:[^,]*;base64,(.*)$/s.exec(uri)?.[1]
    if (data === undefined) {
      throw new MediaFailure(
        'unsupported',
        'Parts of the model are in other files. Export it as one GLB file.',
      )
    }
    resources[uri] = new Uint8Array(Buffer.from(data, 'base64'))
  }
  return { json, resources }
}

type Matrix = readonly number[]
const identity: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]

/** Without a matrix, in the coordinates of the mesh. */
export function readPart(
  primitive: Primitive,
  matrix: Matrix = identity,
  surface: Surface = plain,
): Part | null {
  const positions = elements(primitive, 'POSITION', 3)
  const indices = triangles(primitive)
  if (!positions || !indices) return null
  const count = positions.length / 3
  if (indices.some((index) => index >= count)) {
    throw new MediaFailure('unreadable', 'A face of the model refers to a missing corner.')
  }
  const normals = elements(primitive, 'NORMAL', 3)
  return {
    positions: transformed(positions, matrix, 1),
    normals: normals && transformed(normals, matrix, 0),
    uvs: elements(primitive, 'TEXCOORD_0', 2),
    colors: elements(primitive, 'COLOR_0', 4),
    indices,
    surface,
  }
}

/** Returns floats, whatever type is stored. Missing components become 1, such as the opacity of colours. */
function elements(primitive: Primitive, semantic: string, size: number): Float32Array | null {
  const accessor = primitive.getAttribute(semantic)
  if (!accessor) return null
  const count = accessor.getCount()
  const values = new Float32Array(count * size).fill(1)
  const element: number[] = []
  for (let i = 0; i < count; i++) {
    accessor.getElement(i, element)
    for (let at = 0; at < Math.min(size, element.length); at++) values[i * size + at] = element[at]!
  }
  return values
}

const modes = { triangles: 4, strip: 5, fan: 6 }

function triangles(primitive: Primitive): Uint32Array | null {
  const mode = primitive.getMode()
  const given = primitive.getIndices()?.getArray()
  const count = given?.length ?? primitive.getAttribute('POSITION')?.getCount() ?? 0
  const order = given ? Uint32Array.from(given) : Uint32Array.from({ length: count }, (_, index) => index)
  if (mode === modes.triangles) return order.subarray(0, count - (count % 3))
  if (mode !== modes.strip && mode !== modes.fan) return null
  const indices = new Uint32Array(Math.max(0, count - 2) * 3)
  for (let i = 0; i + 2 < count; i++) {
    const first = mode === modes.fan ? order[0]! : order[i]!
    indices.set([first, order[i + 1]!, order[i + 2]!], i * 3)
  }
  return indices
}

/** `w` is 1 for positions and 0 for directions. */
function transformed(values: Float32Array, m: Matrix, w: 0 | 1): Float32Array {
  const moved = new Float32Array(values.length)
  for (let i = 0; i < values.length; i += 3) {
    const [x, y, z] = [values[i]!, values[i + 1]!, values[i + 2]!]
    for (let row = 0; row < 3; row++) {
      moved[i + row] = m[row]! * x + m[row + 4]! * y + m[row + 8]! * z + m[row + 12]! * w
    }
  }
  return moved
}

const plain: Surface = { color: [0.8, 0.8, 0.8, 1], texture: null, cutoff: 0, blended: false }

async function readSurfaces(document: Document): Promise<Map<Material | null, Surface>> {
  const root = document.getRoot()
  if (root.listTextures().length > maxTextures) {
    throw new MediaFailure('too_large', `The model has more than ${maxTextures} textures.`)
  }
  const surfaces = new Map<Material | null, Surface>()
  for (const material of root.listMaterials()) {
    const mode = material.getAlphaMode()
    surfaces.set(material, {
      color: material.getBaseColorFactor(),
      texture: await decode(material.getBaseColorTexture()?.getImage() ?? null),
      cutoff: mode === 'MASK' ? material.getAlphaCutoff() : 0,
      blended: mode === 'BLEND',
    })
  }
  return surfaces
}

/** A texture that cannot be decoded is left out. */
async function decode(image: Uint8Array | null): Promise<Texture | null> {
  if (!image) return null
  const decoded = sharp(image, { limitInputPixels: maxTexturePixels })
    .resize(textureSide, textureSide, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return decoded.then(
    ({ data, info }) => ({ width: info.width, height: info.height, data }),
    () => null,
  )
}
