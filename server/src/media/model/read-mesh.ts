// Formats with triangles only: STL and OBJ.
import { MediaFailure } from '../processor.ts'
import type { Part, Surface } from './rasterise.ts'

const clay: Surface = { color: [0.6, 0.6, 0.6, 1], texture: null, cutoff: 0, blended: false }
const maxCorners = 15_000_000

function part(positions: Float32Array, indices: Uint32Array): Part {
  return { positions, normals: null, uvs: null, colors: null, indices, surface: clay }
}

export function readStl(bytes: Buffer): Part[] {
  const positions = isBinary(bytes) ? binaryCorners(bytes) : textCorners(bytes.toString('latin1'))
  const indices = Uint32Array.from({ length: positions.length / 3 }, (_, index) => index)
  return [part(positions, indices)]
}

const stlHeader = 84
const stlTriangle = 50

function isBinary(bytes: Buffer): boolean {
  return bytes.length >= stlHeader && stlHeader + bytes.readUInt32LE(80) * stlTriangle === bytes.length
}

function binaryCorners(bytes: Buffer): Float32Array {
  const triangles = bytes.readUInt32LE(80)
  requireFew(triangles * 3)
  const positions = new Float32Array(triangles * 9)
  for (let triangle = 0; triangle < triangles; triangle++) {
    for (let corner = 0; corner < 3; corner++) {
      const at = stlHeader + triangle * stlTriangle + 12 + corner * 12
      const [x, y, z] = [bytes.readFloatLE(at), bytes.readFloatLE(at + 4), bytes.readFloatLE(at + 8)]
      positions.set(upright(x, y, z), triangle * 9 + corner * 3)
    }
  }
  return positions
}

function textCorners(text: string): Float32Array {
  const values: number[] = []
  for (const [, x, y, z] of text.matchAll(/\bvertex\s+(\S+)\s+(\S+)\s+(\S+)/g)) {
    values.push(...upright(Number(x), Number(y), Number(z)))
    requireFew(values.length / 3)
  }
  return Float32Array.from(values)
}

/** STL has z up. */
function upright(x: number, y: number, z: number): [number, number, number] {
  return [x, z, -y]
}

/** Reads faces with any number of corners as fans. Materials are in another file, which is not available. */
export function readObj(bytes: Buffer): Part[] {
  const positions: number[] = []
  const indices: number[] = []
  for (const [, keyword, rest] of bytes.toString('utf8').matchAll(/^[ \t]*(v|f)[ \t]+([^\r\n]*)/gm)) {
    const words = rest!.trim().split(/\s+/)
    if (keyword === 'v') positions.push(Number(words[0]), Number(words[1]), Number(words[2]))
    else {
      const corners = words.map((word) => cornerIndex(word, positions.length / 3))
      for (let i = 1; i + 1 < corners.length; i++) indices.push(corners[0]!, corners[i]!, corners[i + 1]!)
    }
    requireFew(Math.max(positions.length / 3, indices.length))
  }
  return [part(Float32Array.from(positions), Uint32Array.from(indices))]
}

/** `7/1/3` names the seventh corner, `-1` the last one so far. */
function cornerIndex(word: string, known: number): number {
  const number = Number.parseInt(word, 10)
  const index = number < 0 ? known + number : number - 1
  if (!(index >= 0 && index < known))
    throw new MediaFailure('unreadable', 'A face of the model refers to a missing corner.')
  return index
}

function requireFew(corners: number): void {
  if (corners > maxCorners)
    throw new MediaFailure('too_large', 'The model has more than 5 million triangles.')
}
