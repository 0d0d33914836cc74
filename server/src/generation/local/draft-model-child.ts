// A 3D draft: the slate as an upright slab, and a smaller panel for each image among the references. Runs in
// a child process, because it decodes images of strangers.
import {
  type Document,
  Document as GltfDocument,
  type Material,
  type Mesh,
  NodeIO,
} from '@gltf-transform/core'
import sharp from 'sharp'
import { answerParent } from '../../sandbox/answer-parent.ts'
import { boxFaces, type Faces } from './box-geometry.ts'
import type { Draft } from './draft.ts'
import type { ModelInput } from './draft-model.ts'
import { type Size, slateSize } from './frame-sizes.ts'

/** In metres, the unit of glTF. */
const slabHeight = 1
const panelHeight = 0.5
const gap = 0.1

answerParent(build)

async function build({ draft, slate, images }: ModelInput): Promise<Uint8Array> {
  const document = labelled(draft)
  const scene = document.createScene('Draft')
  document.getRoot().setDefaultScene(scene)
  let right = 0
  for (const panel of [
    { name: 'DRAFT', image: slate, ...slateSize, tall: slabHeight },
    ...(await panels(images)),
  ]) {
    const width = (panel.tall * panel.width) / panel.height
    const node = document.createNode(panel.name).setMesh(slab(document, panel, { width, height: panel.tall }))
    // The slate is in the middle, the panels in a row to its right.
    scene.addChild(node.setTranslation([right === 0 ? 0 : right + width / 2, panel.tall / 2, 0]))
    right += (right === 0 ? width / 2 : width) + gap
  }
  return new NodeIO().writeBinary(document)
}

function labelled({ generator, notice, modelName, prompt }: Draft): Document {
  const document = new GltfDocument()
  const root = document.getRoot()
  root.getAsset().generator = generator
  root.getAsset().extras = { draft: true, notice, model: modelName, prompt }
  document.createBuffer()
  return document
}

type Panel = Size & { name: string; image: Uint8Array; tall: number }

/** One after the other, because decoded images are large. */
async function panels(images: ModelInput['images']): Promise<Panel[]> {
  const decodable: Panel[] = []
  for (const { name, bytes } of images) decodable.push(...(await panel(name, bytes).catch(() => [])))
  return decodable
}

/** An image that does not decode gets no panel. */
async function panel(name: string, bytes: Uint8Array): Promise<Panel[]> {
  const decoded = sharp(bytes, { limitInputPixels: 100_000_000 }).rotate()
  const small = decoded.resize(1024, 1024, { fit: 'inside', withoutEnlargement: true })
  const { data, info } = await small
    .flatten({ background: '#fff' })
    .jpeg()
    .toBuffer({ resolveWithObject: true })
  return [{ name, image: data, width: info.width, height: info.height, tall: panelHeight }]
}

/** A box whose front and back show the image. */
function slab(document: Document, { name, image }: Panel, size: Size): Mesh {
  const texture = document
    .createTexture(name)
    .setImage(image)
    .setMimeType(image[0] === 0x89 ? 'image/png' : 'image/jpeg')
  const imageMaterial = matt(document, name).setBaseColorTexture(texture)
  const plain = matt(document, 'edge').setBaseColorFactor([0.02, 0.025, 0.03, 1])
  const { image: front, edge } = boxFaces(size.width, size.height, 0.04)
  return document
    .createMesh(name)
    .addPrimitive(primitive(document, front, imageMaterial))
    .addPrimitive(primitive(document, edge, plain))
}

function matt(document: Document, name: string): Material {
  return document.createMaterial(name).setRoughnessFactor(1).setMetallicFactor(0)
}

function primitive(document: Document, faces: Faces, material: Material) {
  const buffer = document.getRoot().listBuffers()[0]!
  const accessor = (
    type: 'VEC3' | 'VEC2' | 'SCALAR',
    array: Float32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>,
  ) => document.createAccessor().setType(type).setArray(array).setBuffer(buffer)
  const mesh = document
    .createPrimitive()
    .setMaterial(material)
    .setIndices(accessor('SCALAR', new Uint16Array(faces.indices)))
    .setAttribute('POSITION', accessor('VEC3', new Float32Array(faces.positions)))
    .setAttribute('NORMAL', accessor('VEC3', new Float32Array(faces.normals)))
  // Texture coordinates are needed only with a texture.
  if (!material.getBaseColorTexture()) return mesh
  return mesh.setAttribute('TEXCOORD_0', accessor('VEC2', new Float32Array(faces.textureCoordinates)))
}
