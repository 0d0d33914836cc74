// Draws triangles with colours and textures into an image. Servers have no graphics card, and a preview needs
// none: a depth buffer, two lights and a camera with everything in view.
import {
  type Axes,
  type Camera,
  cameraAt,
  cross,
  dot,
  fit,
  normalised,
  overview,
  toWorld,
  type Vector,
  type Viewpoint,
} from './camera.ts'

/** Samples in rows, four bytes each, in sRGB. */
export type Texture = { width: number; height: number; data: Uint8Array }

export type Surface = {
  /** Linear, 0 to 1: red, green, blue, opacity. */
  color: readonly [number, number, number, number]
  texture: Texture | null
  /** Below this opacity nothing is drawn. */
  cutoff: number
  /** Drawn after everything opaque, the farthest first. */
  blended: boolean
}

/** Corners in world coordinates, y up; three indices make a triangle. */
export type Part = {
  positions: Float32Array
  normals: Float32Array | null
  uvs: Float32Array | null
  /** Four linear values a corner. */
  colors: Float32Array | null
  indices: Uint32Array
  surface: Surface
}

export type RasterImage = { width: number; height: number; data: Uint8Array }

const ambient = 0.32

const linear = Float32Array.from({ length: 256 }, (_, value) => {
  const s = value / 255
  return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4
})
const plainByte = Float32Array.from({ length: 256 }, (_, value) => value / 255)
const encoded = Uint8Array.from({ length: 4097 }, (_, step) => {
  const l = step / 4096
  return Math.round(255 * (l <= 0.0031308 ? l * 12.92 : 1.055 * l ** (1 / 2.4) - 0.055))
})

/**
 * Draws the parts with a transparent background: all of them as seen from a direction, or what a viewpoint shows.
 */
export function rasterise(
  parts: readonly Part[],
  width: number,
  height: number,
  from: Vector | Viewpoint = overview,
): RasterImage {
  const target = {
    width,
    height,
    data: new Uint8Array(width * height * 4),
    depth: new Float32Array(width * height),
  }
  const camera = 'position' in from ? cameraAt(from, width / height) : fit(parts, width / height, from)
  aim(camera)
  const seen = parts.map((part) => ({ part, corners: project(part.positions, camera, width, height) }))
  const later: { distance: number; draw(): void }[] = []
  for (const { part, corners } of seen) {
    const { indices } = part
    for (let i = 0; i + 2 < indices.length; i += 3) {
      const triangle = [indices[i]!, indices[i + 1]!, indices[i + 2]!] as const
      if (!part.surface.blended) drawTriangle(target, part, corners, triangle)
      else {
        const distance = triangle.reduce((sum, corner) => sum + corners[corner * 3 + 2]!, 0)
        later.push({ distance, draw: () => drawTriangle(target, part, corners, triangle) })
      }
    }
  }
  // The third value is larger for nearer corners.
  later.sort((a, b) => a.distance - b.distance)
  for (const { draw } of later) draw()
  return { width, height, data: target.data }
}

/** For each corner: x and y in pixels, and one over its distance. */
function project(positions: Float32Array, camera: Camera, width: number, height: number): Float32Array {
  const corners = new Float32Array(positions.length)
  const { from, right, up, halfAngle } = camera
  for (let i = 0; i < positions.length; i += 3) {
    const at: Vector = [
      positions[i]! - camera.center[0],
      positions[i + 1]! - camera.center[1],
      positions[i + 2]! - camera.center[2],
    ]
    const near = 1 / (camera.distance - dot(at, from))
    corners[i] = (1 + (dot(at, right) * near) / (halfAngle * camera.aspect)) * (width / 2)
    corners[i + 1] = (1 - (dot(at, up) * near) / halfAngle) * (height / 2)
    corners[i + 2] = near
  }
  return corners
}

type Target = RasterImage & { depth: Float32Array }

function drawTriangle(target: Target, part: Part, corners: Float32Array, triangle: readonly number[]): void {
  const [a, b, c] = triangle.map((index) => index * 3) as [number, number, number]
  const ax = corners[a]!
  const ay = corners[a + 1]!
  const bx = corners[b]!
  const by = corners[b + 1]!
  const cx = corners[c]!
  const cy = corners[c + 1]!
  const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
  if (!(Math.abs(area) > 1e-9)) return
  const [wa, wb, wc] = [corners[a + 2]!, corners[b + 2]!, corners[c + 2]!]
  if (!(wa > 0 && wb > 0 && wc > 0)) return
  const left = Math.max(0, Math.floor(Math.min(ax, bx, cx)))
  const last = Math.min(target.width - 1, Math.ceil(Math.max(ax, bx, cx)))
  const top = Math.max(0, Math.floor(Math.min(ay, by, cy)))
  const bottom = Math.min(target.height - 1, Math.ceil(Math.max(ay, by, cy)))
  const flat = part.normals ? null : faceNormal(part.positions, a, b, c)
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= last; x++) {
      const u = ((bx - x - 0.5) * (cy - y - 0.5) - (by - y - 0.5) * (cx - x - 0.5)) / area
      const v = ((cx - x - 0.5) * (ay - y - 0.5) - (cy - y - 0.5) * (ax - x - 0.5)) / area
      const w = 1 - u - v
      if (u < 0 || v < 0 || w < 0) continue
      const near = u * wa + v * wb + w * wc
      const pixel = y * target.width + x
      if (near <= target.depth[pixel]!) continue
      // Divided by distance, so that textures are straight in perspective.
      shade(target, pixel, near, part, flat, triangle, (u * wa) / near, (v * wb) / near, (w * wc) / near)
    }
  }
}

// Set for each image.
let viewFrom: Vector = overview
let keyLight: Vector = overview
let fillLight: Vector = overview

/** The lights move with the camera. */
function aim(camera: Axes): void {
  viewFrom = camera.from
  keyLight = toWorld(normalised([-0.5, 0.8, 0.6]), camera)
  fillLight = toWorld(normalised([0.8, 0.1, 0.5]), camera)
}

// Computed once: an image has millions of pixels.
const color = new Float32Array(4)
const normal = new Float32Array(3)

/** Draws one pixel as a weighted mix of the three corners. */
function shade(
  target: Target,
  pixel: number,
  near: number,
  part: Part,
  flat: Vector | null,
  triangle: readonly number[],
  u: number,
  v: number,
  w: number,
): void {
  const { surface, colors, uvs, normals } = part
  color.set(surface.color)
  if (colors) {
    for (let i = 0; i < 4; i++) color[i]! *= mixed(colors, 4, i, triangle, u, v, w)
  }
  if (surface.texture && uvs) {
    tint(surface.texture, mixed(uvs, 2, 0, triangle, u, v, w), mixed(uvs, 2, 1, triangle, u, v, w))
  }
  if (color[3]! < surface.cutoff || color[3]! <= 0) return
  if (flat) normal.set(flat)
  else for (let i = 0; i < 3; i++) normal[i] = mixed(normals!, 3, i, triangle, u, v, w)
  const light = lightOn(normal)
  const opacity = surface.blended ? Math.min(1, color[3]!) : 1
  const at = pixel * 4
  for (let i = 0; i < 3; i++) {
    const lit = encoded[Math.min(4096, Math.max(0, Math.round(color[i]! * light * 4096)))]!
    target.data[at + i] = Math.round(lit * opacity + target.data[at + i]! * (1 - opacity))
  }
  target.data[at + 3] = Math.max(target.data[at + 3]!, Math.round(255 * opacity))
  if (!surface.blended) target.depth[pixel] = near
}

function mixed(
  values: Float32Array,
  size: number,
  at: number,
  triangle: readonly number[],
  u: number,
  v: number,
  w: number,
): number {
  return (
    u * values[triangle[0]! * size + at]! +
    v * values[triangle[1]! * size + at]! +
    w * values[triangle[2]! * size + at]!
  )
}

/** Both sides of a surface are lit. */
function lightOn(n: Float32Array): number {
  const length = Math.sqrt(n[0]! * n[0]! + n[1]! * n[1]! + n[2]! * n[2]!) || 1
  const side = (along(n, viewFrom) < 0 ? -1 : 1) / length
  return (
    ambient + 0.62 * Math.max(0, side * along(n, keyLight)) + 0.18 * Math.max(0, side * along(n, fillLight))
  )
}

function along(n: Float32Array, to: Vector): number {
  return n[0]! * to[0] + n[1]! * to[1] + n[2]! * to[2]
}

/**
 * Multiplies with the texture at this position, interpolated between its four nearest samples. The texture
 * repeats beyond its edges.
 */
function tint({ width, height, data }: Texture, u: number, v: number): void {
  const x = (u - Math.floor(u)) * width + width - 0.5
  const y = (v - Math.floor(v)) * height + height - 0.5
  const x0 = Math.floor(x)
  const y0 = Math.floor(y)
  const right = x - x0
  const down = y - y0
  const row0 = (y0 % height) * width
  const row1 = ((y0 + 1) % height) * width
  const a = (row0 + (x0 % width)) * 4
  const b = (row0 + ((x0 + 1) % width)) * 4
  const c = (row1 + (x0 % width)) * 4
  const d = (row1 + ((x0 + 1) % width)) * 4
  for (let i = 0; i < 4; i++) {
    const values = i === 3 ? plainByte : linear
    const top = values[data[a + i]!]! * (1 - right) + values[data[b + i]!]! * right
    const bottom = values[data[c + i]!]! * (1 - right) + values[data[d + i]!]! * right
    color[i]! *= top * (1 - down) + bottom * down
  }
}

function faceNormal(positions: Float32Array, a: number, b: number, c: number): Vector {
  const edge = (from: number, to: number): Vector => [
    positions[to]! - positions[from]!,
    positions[to + 1]! - positions[from + 1]!,
    positions[to + 2]! - positions[from + 2]!,
  ]
  return normalised(cross(edge(a, b), edge(a, c)))
}
