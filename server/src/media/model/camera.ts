// The camera of a drawn model: its place, its axes, and the arithmetic of vectors.

export type Vector = readonly [number, number, number]

/** Triangles by the indices of their corners. */
type Mesh = { positions: Float32Array; indices: Uint32Array }

/** From above, at the front right. */
export const overview: Vector = [0.5, 0.32, 0.8]

/** A place of the camera, and the point that it looks at. */
export type Viewpoint = { position: Vector; target: Vector; fieldOfView: number }

const narrow = Math.tan((15 * Math.PI) / 180)
const margin = 1.06

export type Axes = { from: Vector; right: Vector; up: Vector }
export type Camera = Axes & { center: Vector; distance: number; aspect: number; halfAngle: number }

function axes(direction: Vector): Axes {
  const from = normalised(direction)
  // Straight from above or below, any direction is up.
  const right = normalised(cross(Math.abs(from[1]) > 0.999 ? [0, 0, -Math.sign(from[1])] : [0, 1, 0], from))
  return { from, right, up: cross(from, right) }
}

export function cameraAt({ position, target, fieldOfView }: Viewpoint, aspect: number): Camera {
  const away: Vector = [position[0] - target[0], position[1] - target[1], position[2] - target[2]]
  const distance = Math.hypot(...away)
  const halfAngle = Math.tan((fieldOfView * Math.PI) / 360)
  return {
    ...axes(distance > 0 ? away : overview),
    center: target,
    distance: distance || 1,
    aspect,
    halfAngle,
  }
}

/** All parts in view, as seen from a direction. */
export function fit(parts: readonly Mesh[], aspect: number, direction: Vector): Camera {
  const { from, right, up } = axes(direction)
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  for (const { positions, indices } of parts) {
    for (const index of indices) {
      for (let axis = 0; axis < 3; axis++) {
        const value = positions[index * 3 + axis]!
        if (value < low[axis]!) low[axis] = value
        if (value > high[axis]!) high[axis] = value
      }
    }
  }
  const center: Vector = [(low[0]! + high[0]!) / 2, (low[1]! + high[1]!) / 2, (low[2]! + high[2]!) / 2]
  let distance = 0
  for (let corner = 0; corner < 8; corner++) {
    const at: Vector = [
      (corner & 1 ? high : low)[0]! - center[0],
      (corner & 2 ? high : low)[1]! - center[1],
      (corner & 4 ? high : low)[2]! - center[2],
    ]
    const depth = dot(at, from)
    const across = Math.abs(dot(at, right)) / (narrow * aspect)
    distance = Math.max(distance, depth + across * margin, depth + (Math.abs(dot(at, up)) / narrow) * margin)
  }
  if (!Number.isFinite(distance)) throw new Error('the model has corners at invalid positions')
  return { from, right, up, center, distance: distance || 1, aspect, halfAngle: narrow }
}

/** Converts from the camera's axes. */
export function toWorld([x, y, z]: Vector, { right, up, from }: Axes): Vector {
  return [0, 1, 2].map((i) => x * right[i]! + y * up[i]! + z * from[i]!) as unknown as Vector
}

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

export function normalised(vector: Vector): Vector {
  const length = Math.hypot(...vector) || 1
  return [vector[0] / length, vector[1] / length, vector[2] / length]
}
