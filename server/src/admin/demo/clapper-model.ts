// A film clapper of simple parts, as a binary glTF.
import { Document, type Material, type Node, NodeIO, type Scene } from '@gltf-transform/core'
import sharp from 'sharp'
import { placed, renderLines } from './render-text.ts'

type Vector = [number, number, number]

/** Corners of a box; `lean` moves its upper edge to the right, as the stripes of a clapper do. */
type Box = { from: Vector; to: Vector; lean?: number }

const board = { width: 1.2, height: 0.86, depth: 0.05 }
const stick = { height: 0.13, depth: 0.06 }

export async function makeClapperModel(): Promise<Uint8Array> {
  const document = new Document()
  document.createBuffer()
  const scene = document.createScene('Clapper')
  document.getRoot().setDefaultScene(scene)
  const material = (name: string, colour: Vector, roughness: number, metal = 0) =>
    document
      .createMaterial(name)
      .setBaseColorFactor([...colour, 1])
      .setRoughnessFactor(roughness)
      .setMetallicFactor(metal)
  const black = material('Black', [0.012, 0.013, 0.016], 0.55)
  const white = material('White', [0.86, 0.85, 0.82], 0.6)
  const amber = material('Amber', [0.9, 0.42, 0.07], 0.45)
  const steel = material('Steel', [0.5, 0.52, 0.55], 0.3, 0.9)
  const { width, height, depth } = board

  addPart(
    document,
    scene,
    'Board',
    black,
    facesOf({ from: [0, 0, -depth / 2], to: [width, height, depth / 2] }),
  )
  await addFront(document, scene)
  const strip = {
    from: [0, height, -stick.depth / 2],
    to: [width, height + stick.height, stick.depth / 2],
  } satisfies Box
  addPart(document, scene, 'Lower stick', black, facesOf(strip))
  addPart(document, scene, 'Lower stripes', white, stripes(strip, 0.06).flatMap(facesOf))
  const arm = document.createNode('Arm').setTranslation([0.03, height + stick.height, 0])
  // Open by 24 degrees about the hinge.
  const half = (24 * Math.PI) / 360
  arm.setRotation([0, 0, Math.sin(half), Math.cos(half)])
  scene.addChild(arm)
  const upper = {
    from: [-0.03, 0.004, -stick.depth / 2],
    to: [width - 0.03, stick.height, stick.depth / 2],
  } satisfies Box
  addPart(document, arm, 'Upper stick', black, facesOf(upper))
  addPart(document, arm, 'Upper stripes', white, stripes(upper, -0.06).flatMap(facesOf))
  addPart(document, scene, 'Hinge', steel, disc(0.05, height + stick.height, 0.045, 0.078))
  addPart(
    document,
    scene,
    'Edge',
    amber,
    facesOf({ from: [0, -0.03, -depth / 2], to: [width, 0, depth / 2] }),
  )
  return new NodeIO().writeBinary(document)
}

/** Stripes slightly outside of the front and back of the stick, to avoid z-fighting. */
function stripes({ from, to }: Box, lean: number): Box[] {
  const pitch = (to[0] - from[0]) / 7
  return Array.from({ length: 7 }, (_, i): Box => {
    const x = from[0] + i * pitch + (lean > 0 ? 0.01 : 0.07)
    return {
      from: [x, from[1] + 0.001, from[2] - 0.002],
      to: [x + pitch * 0.5, to[1] - 0.001, to[2] + 0.002],
      lean,
    }
  })
}

/** A screw: a disc whose axis points to the viewer. */
function disc(x: number, y: number, radius: number, depth: number): Face[] {
  const sides = 28
  const at = (step: number, z: number): Vector => {
    const turn = (step / sides) * 2 * Math.PI
    return [x + Math.cos(turn) * radius, y + Math.sin(turn) * radius, z]
  }
  const [front, back] = [depth / 2, -depth / 2]
  return Array.from({ length: sides }, (_, i): Face[] => [
    [at(i, back), at(i + 1, back), at(i + 1, front), at(i, front)],
    [[x, y, front], at(i, front), at(i + 0.5, front), at(i + 1, front)],
    [[x, y, back], at(i + 1, back), at(i + 0.5, back), at(i, back)],
  ]).flat()
}

type Parent = Scene | Node

function addPart(document: Document, parent: Parent, name: string, material: Material, faces: Face[]): void {
  const positions: number[] = []
  const normals: number[] = []
  for (const face of faces) addFace(face, positions, normals)
  parent.addChild(document.createNode(name).setMesh(mesh(document, name, material, positions, normals)))
}

function mesh(document: Document, name: string, material: Material, positions: number[], normals: number[]) {
  const accessor = (values: number[]) =>
    document.createAccessor().setType('VEC3').setArray(new Float32Array(values))
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', accessor(positions))
    .setAttribute('NORMAL', accessor(normals))
    .setMaterial(material)
  return document.createMesh(name).addPrimitive(primitive)
}

type Face = [Vector, Vector, Vector, Vector]

/** Each of four corners, counter-clockwise as seen from outside. */
function facesOf({ from: [x, y, z], to: [X, Y, Z], lean = 0 }: Box): Face[] {
  const corner = (right: boolean, top: boolean, front: boolean): Vector => [
    (right ? X : x) + (top ? lean : 0),
    top ? Y : y,
    front ? Z : z,
  ]
  const [a, b, c, d] = [
    corner(false, false, true),
    corner(true, false, true),
    corner(true, true, true),
    corner(false, true, true),
  ]
  const [e, f, g, h] = [
    corner(false, false, false),
    corner(true, false, false),
    corner(true, true, false),
    corner(false, true, false),
  ]
  return [
    [a, b, c, d],
    [f, e, h, g],
    [b, f, g, c],
    [e, a, d, h],
    [d, c, g, h],
    [e, f, b, a],
  ]
}

function addFace([a, b, c, d]: Face, positions: number[], normals: number[]): void {
  const [u, v] = [b.map((value, i) => value - a[i]!), d.map((value, i) => value - a[i]!)] as [Vector, Vector]
  const cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
  const length = Math.hypot(...cross)
  for (const corner of [a, b, c, a, c, d]) {
    positions.push(...corner)
    normals.push(...cross.map((value) => value / length))
  }
}

/** The chalk writing on the board, as a texture on its front. */
async function addFront(document: Document, scene: Scene): Promise<void> {
  const { width, height, depth } = board
  const z = depth / 2 + 0.002
  const inset = 0.03
  const corners: Face = [
    [inset, inset, z],
    [width - inset, inset, z],
    [width - inset, height - inset, z],
    [inset, height - inset, z],
  ]
  const texture = document
    .createTexture('Chalk')
    .setImage(await drawFront())
    .setMimeType('image/png')
  const material = document
    .createMaterial('Front')
    .setBaseColorTexture(texture)
    .setRoughnessFactor(0.8)
    .setMetallicFactor(0)
  const positions: number[] = []
  const normals: number[] = []
  addFace(corners, positions, normals)
  const front = mesh(document, 'Front', material, positions, normals)
  const places = new Float32Array([0, 1, 1, 1, 1, 0, 0, 1, 1, 0, 0, 0])
  front
    .listPrimitives()[0]!
    .setAttribute('TEXCOORD_0', document.createAccessor().setType('VEC2').setArray(places))
  scene.addChild(document.createNode('Front').setMesh(front))
}

/** The fields on the board: label and chalk writing. */
const fields = [
  { name: 'PRODUCTION', words: 'Night Harbour', x: 0, y: 0, size: 104 },
  { name: 'SCENE', words: '12', x: 0, y: 268, size: 150 },
  { name: 'SHOT', words: '040', x: 380, y: 268, size: 150 },
  { name: 'TAKE', words: '3', x: 760, y: 268, size: 150 },
  { name: 'DIRECTOR', words: 'M. Lindqvist', x: 0, y: 568, size: 64 },
  { name: 'CAMERA', words: 'A', x: 760, y: 568, size: 64 },
]

async function drawFront(): Promise<Uint8Array> {
  const cells = fields.map(async ({ name, words, x, y, size }) => {
    const label = { fontSize: 28, color: '#8f98a8', letterSpacing: 4 }
    const chalk = { fontSize: size, fontWeight: 700, color: '#f4f2ec', lineHeight: 1.15 }
    const cell = await renderLines(
      { width: 1100, height: 290 },
      [
        [name, label],
        [words, chalk],
      ],
      { padding: 34 },
    )
    return placed(cell, x, y)
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1140" height="800"><rect width="1140" height="800" fill="#15171d"/>
<path d="M0,268 H1140 M0,568 H1140 M380,268 V568 M760,268 V800" stroke="#4a5160" stroke-width="4"/>${(await Promise.all(cells)).join('')}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
