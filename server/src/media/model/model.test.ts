import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NodeIO } from '@gltf-transform/core'
import { KHRDracoMeshCompression, KHRMeshQuantization } from '@gltf-transform/extensions'
import draco3d from 'draco3dgltf'
import { missing, validateGlb } from '../../../test/helpers/media-tools.ts'
import { pixels, process as run } from '../../../test/media-corpus/process-still.ts'
import { coloredBox, glb } from '../../../test/media-corpus/stills.ts'
import { model } from '../stills.ts'

const skip = missing('ffmpeg')

type Face = 'red' | 'green' | 'blue'

/** The dominant channel of a colour, if there is one. */
function faceAt(shown: ReturnType<typeof pixels>, x: number, y: number): Face | undefined {
  const color = shown.at(x, y)
  const strongest = color.indexOf(Math.max(...color))
  const others = color.filter((_, i) => i !== strongest)
  return color[strongest]! > Math.max(...others) + 40
    ? (['red', 'green', 'blue'] as const)[strongest]
    : undefined
}

/** The front is on the left, the right side on the right, the top above. */
function assertBox(path: string): void {
  const shown = pixels(path)
  assert.equal(faceAt(shown, 0.4, 0.6), 'red', 'the textured front')
  assert.equal(faceAt(shown, 0.68, 0.55), 'green', 'the coloured side')
  assert.equal(faceAt(shown, 0.52, 0.22), 'blue', 'the top with coloured corners')
  assert.equal(faceAt(shown, 0.03, 0.03), undefined, 'the background is empty')
}

test('a model is drawn with its textures, colours and nodes in place', { skip }, async () => {
  const bytes = await glb(await coloredBox())
  assert.equal((await validateGlb(bytes)).issues.numErrors, 0)
  const { info, path } = await run(model, bytes, 'model/gltf-binary')
  assert.deepEqual([info.kind, info.width, info.height], ['MODEL', null, null])
  const preview = pixels(path('preview.webp'))
  assert.deepEqual([preview.width, preview.height], [1280, 960])
  assertBox(path('preview.webp'))
  assertBox(path('thumbnail.webp'))
})

test('a glTF with embedded buffers and images is drawn', { skip }, async () => {
  const { json, resources } = await new NodeIO().writeJSON(await coloredBox())
  for (const thing of [...(json.buffers ?? []), ...(json.images ?? [])]) {
    const bytes = Buffer.from(resources[thing.uri!]!)
    thing.uri = `data:application/octet-stream;base64,${bytes.toString('base64')}`
  }
  const { path } = await run(model, Buffer.from(JSON.stringify(json)), 'model/gltf+json')
  assertBox(path('preview.webp'))
})

test('a compressed model is drawn', { skip }, async () => {
  const io = new NodeIO()
    .registerExtensions([KHRDracoMeshCompression, KHRMeshQuantization])
    .registerDependencies({ 'draco3d.encoder': await draco3d.createEncoderModule() })
  const document = await coloredBox()
  document.createExtension(KHRDracoMeshCompression).setRequired(true)
  const { path } = await run(model, Buffer.from(await io.writeBinary(document)), 'model/gltf-binary')
  assertBox(path('preview.webp'))
})

/** A pyramid in each of the other formats. */
const corners = [
  [-1, -1, 0],
  [1, -1, 0],
  [1, 1, 0],
  [-1, 1, 0],
  [0, 0, 1.5],
]
const faces = [
  [0, 1, 4],
  [1, 2, 4],
  [2, 3, 4],
  [3, 0, 4],
]

function asciiStl(): Buffer {
  const facets = faces.map(
    (face) =>
      `facet normal 0 0 0\nouter loop\n${face.map((i) => `vertex ${corners[i]!.join(' ')}`).join('\n')}\nendloop\nendfacet`,
  )
  return Buffer.from(`solid pyramid\n${facets.join('\n')}\nendsolid pyramid\n`)
}

function binaryStl(): Buffer {
  const bytes = Buffer.alloc(84 + faces.length * 50)
  bytes.writeUInt32LE(faces.length, 80)
  for (const [i, face] of faces.entries()) {
    for (const [j, corner] of face.entries()) {
      for (const [k, value] of corners[corner]!.entries())
        bytes.writeFloatLE(value, 84 + i * 50 + 12 + j * 12 + k * 4)
    }
  }
  return bytes
}

function obj(): Buffer {
  const lines = [
    ...corners.map(([x, y, z]) => `v ${x} ${z} ${-y!}`),
    'f 1/1 2/1 5/1',
    'f 2 3 -1',
    'f 3//1 4//1 5//1',
    'f 4 1 5',
    'f 1 2 3 4',
  ]
  return Buffer.from(lines.join('\n'))
}

for (const [name, mimeType, bytes] of [
  ['STL as text', 'model/stl', asciiStl()],
  ['STL in binary', 'model/stl', binaryStl()],
  ['OBJ', 'model/obj', obj()],
] as const) {
  test(name, { skip }, async () => {
    const { path } = await run(model, bytes, mimeType)
    const { at } = pixels(path('preview.webp'))
    const [body, corner] = [at(0.45, 0.65), at(0.03, 0.97)]
    assert.ok(body[0] > corner[0] + 40, `${body} stands out from ${corner}`)
    assert.ok(Math.max(...body) - Math.min(...body) < 12, 'the model is grey')
  })
}
