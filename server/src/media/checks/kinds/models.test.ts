import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Document, NodeIO } from '@gltf-transform/core'
import sharp from 'sharp'
import { findingsOf, judgedBy, measured } from '../../../../test/media-corpus/check-kinds.ts'
import { coloredBox, glb } from '../../../../test/media-corpus/stills.ts'
import { MediaFailure } from '../../processor.ts'
import { builtInProfiles } from '../built-in-profiles.ts'
import type { KindMeasured } from './measured.ts'

const binary = 'model/gltf-binary'

function modelOf(numbers: KindMeasured) {
  assert.equal(numbers.kind, 'MODEL')
  return numbers.model
}

/** The box of the corpus after a change. */
async function box(
  change: (document: Document) => void | Promise<void> = () => undefined,
): Promise<KindMeasured> {
  const document = await coloredBox()
  await change(document)
  return measured(await glb(document), binary)
}

function normalsIn(document: Document) {
  return document
    .getRoot()
    .listMeshes()
    .flatMap((mesh) => mesh.listPrimitives())
    .map((primitive) => ({ primitive, normals: primitive.getAttribute('NORMAL')! }))
}

async function image(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#246' } })
    .png()
    .toBuffer()
}

test('a clean model has its size in metres, its triangles and no finding in any built-in profile', async () => {
  const numbers = await box()
  const { triangles, box: sides, normals, validator } = modelOf(numbers)
  assert.equal(triangles, 6)
  assert.deepEqual(
    Object.values(sides!).map((side) => Math.round(side * 1000) / 1000),
    [1, 1, 1],
  )
  assert.deepEqual(normals, { parts: 3, partsWithout: 0, vertices: 12, zero: 0, triangles: 6, flipped: 0 })
  assert.ok('errors' in validator && validator.errors === 0)
  for (const { rules } of Object.values(builtInProfiles)) assert.deepEqual(findingsOf(numbers, rules), [])
})

describe('size', () => {
  test('a model in millimetres is a finding that names the likely unit', async () => {
    const numbers = await box((document) => {
      const scene = document.getRoot().getDefaultScene()!
      const scaled = document.createNode().setScale([1800, 1800, 1800])
      for (const child of scene.listChildren()) scaled.addChild(child)
      scene.addChild(scaled)
    })
    const { outcome, findings } = judgedBy(numbers, 'modelSize')
    assert.equal(outcome, 'FOUND')
    const [{ measured: size, unit, message }] = findings as [(typeof findings)[number]]
    assert.deepEqual([Math.round(Number(size)), unit], [1800, 'm'])
    assert.match(message, /plausible in centimetres/)
  })

  test('an OBJ has no unit: not measured, which is no pass', async () => {
    const obj = 'mtllib crate.mtl\nv 0 0 0\nv 1 0 0\nv 0 2 0\nf 1 2 3\n'
    const numbers = await measured(Buffer.from(obj), 'model/obj')
    assert.equal(modelOf(numbers).triangles, 1)
    const { outcome, reason } = judgedBy(numbers, 'modelSize')
    assert.deepEqual(
      [outcome, reason],
      ['NOT_MEASURED', 'OBJ has no unit: the model measures 1 × 2 × 0 of an unknown unit.'],
    )
    const textures = judgedBy(numbers, 'textures')
    assert.match(textures.findings[0]!.message, /crate\.mtl: the materials are in another file/)
    assert.equal(judgedBy(numbers, 'validator').outcome, 'NOT_APPLICABLE')
    assert.equal(judgedBy(numbers, 'normals').outcome, 'NOT_MEASURED')
  })
})

describe('normals', () => {
  const messages = (numbers: KindMeasured) =>
    judgedBy(numbers, 'normals').findings.map(({ message }) => message)

  test('missing ones', async () => {
    const numbers = await box(
      (document) => void normalsIn(document)[0]!.primitive.setAttribute('NORMAL', null),
    )
    assert.deepEqual(messages(numbers), [
      '1 of 3 parts of the model have no normals: they are drawn with hard edges.',
    ])
  })

  test('ones without length', async () => {
    const numbers = await box((document) => void normalsIn(document)[0]!.normals.setElement(2, [0, 0, 0]))
    assert.match(messages(numbers)[0]!, /^1 of 12 normals have no length/)
  })

  test('flipped ones, with the share of the triangles', async () => {
    const numbers = await box((document) => {
      const { normals } = normalsIn(document)[1]!
      for (let n = 0; n < 4; n++) normals.setElement(n, [0, 0, -1])
    })
    const [finding] = judgedBy(numbers, 'normals').findings
    assert.deepEqual([finding!.measured, finding!.limit], [0.333, 0.01])
    assert.equal(judgedBy(numbers, 'normals', { flipped: 0.5 }).outcome, 'PASSED')
  })

  test('a node that mirrors its mesh is not flipped', async () => {
    const numbers = await box((document) => {
      for (const node of document.getRoot().listNodes()) node.setScale([-1, 1, 1])
    })
    assert.equal(judgedBy(numbers, 'normals').outcome, 'PASSED')
  })
})

describe('textures', () => {
  const textured = (bytes: Buffer) =>
    box((document) => void document.getRoot().listTextures()[0]!.setName('wood').setImage(bytes))

  test('too large, not a power of two, too many megabytes', async () => {
    const numbers = await textured(await image(300, 200))
    const limits = { most: 256, powerOfTwo: true, megabytes: 0.0001 }
    assert.deepEqual(
      judgedBy(numbers, 'textures', limits).findings.map(({ message }) =>
        message.replace(/[\d.]+ MB/, 'x MB'),
      ),
      [
        'The texture wood has 300x200 pixels; the longer side may have 256.',
        'The sides of the texture wood (300x200) are not powers of two.',
      ],
    )
    assert.equal(judgedBy(numbers, 'textures').outcome, 'PASSED')
  })

  test('many megabytes together', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const heavy = await sharp({ create: { width: 512, height: 512, channels: 3, background: '#000', noise } })
      .png()
      .toBuffer()
    const [finding] = judgedBy(await textured(heavy), 'textures', { megabytes: 0.1 }).findings
    assert.deepEqual([finding!.limit, finding!.unit], [0.1, 'MB'])
    assert.ok(Number(finding!.measured) > 0.1)
  })

  test('broken ones', async () => {
    const [finding] = judgedBy(await textured(Buffer.from('no image')), 'textures').findings
    assert.match(finding!.message, /^The texture wood: the image is broken/)
  })

  test('images beside a glTF are named as missing', async () => {
    const { json, resources } = await new NodeIO().writeJSON(await coloredBox())
    for (const buffer of json.buffers ?? [])
      buffer.uri = `data:application/octet-stream;base64,${Buffer.from(resources[buffer.uri!]!).toString('base64')}`
    json.images![0]!.uri = 'textures/wood.png'
    const numbers = await measured(Buffer.from(JSON.stringify(json)), 'model/gltf+json')
    assert.equal(modelOf(numbers).triangles, 6)
    assert.match(
      judgedBy(numbers, 'textures').findings[0]!.message,
      /textures\/wood\.png: the image is in another file/,
    )
    assert.equal(judgedBy(numbers, 'modelSize').outcome, 'NOT_MEASURED')
  })

  test('a model without textures: not applicable', async () => {
    const numbers = await box((document) => void document.getRoot().listTextures()[0]!.dispose())
    assert.equal(judgedBy(numbers, 'textures').outcome, 'NOT_APPLICABLE')
  })
})

test('more triangles than allowed are a finding', async () => {
  const [finding] = judgedBy(await box(), 'triangles', { most: 5 }).findings
  assert.equal(finding!.message, 'The model has 6 triangles; 5 are allowed.')
})

test('errors of the glTF Validator are findings with their place', async () => {
  const numbers = await box((document) => {
    const colors = document
      .getRoot()
      .listAccessors()
      .find((one) => one.getType() === 'VEC2')!
    colors.setElement(0, [Number.NaN, 0])
  })
  const { outcome, findings, measured: errors } = judgedBy(numbers, 'validator')
  assert.deepEqual([outcome, errors], ['FOUND', findings.length])
  assert.match(findings[0]!.message, /^The glTF Validator reports: .* \(\/accessors\/\d+\)$/)
})

describe('hostile models', () => {
  test('a truncated GLB: the validator has findings, nothing else is passed', async () => {
    const whole = await glb(await coloredBox())
    const numbers = await measured(whole.subarray(0, whole.length - 200), binary)
    assert.equal(judgedBy(numbers, 'validator').outcome, 'FOUND')
    for (const rule of ['modelSize', 'normals'] as const)
      assert.equal(judgedBy(numbers, rule).outcome, 'NOT_MEASURED')
  })

  test('an accessor that declares four billion corners', async () => {
    const { json, resources } = await new NodeIO().writeJSON(await coloredBox())
    for (const part of [...(json.buffers ?? []), ...(json.images ?? [])])
      part.uri = `data:application/octet-stream;base64,${Buffer.from(resources[part.uri!]!).toString('base64')}`
    json.accessors![0]!.count = 4_000_000_000
    const numbers = await measured(Buffer.from(JSON.stringify(json)), 'model/gltf+json')
    assert.equal(judgedBy(numbers, 'validator').outcome, 'FOUND')
    assert.equal(judgedBy(numbers, 'modelSize').outcome, 'NOT_MEASURED')
  })

  test('an STL that is cut off fails with a reason', async () => {
    await assert.rejects(measured(Buffer.from('v 1 2'), 'model/vnd.usdz+zip'), MediaFailure)
  })
})
