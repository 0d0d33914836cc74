export type Faces = {
  positions: number[]
  normals: number[]
  textureCoordinates: number[]
  indices: number[]
}

type Vector = [number, number, number]

/** The normal of a face, and the direction to the right for a viewer in front of it; up follows from both. */
const sides: { normal: Vector; right: Vector; hasImage: boolean }[] = [
  { normal: [0, 0, 1], right: [1, 0, 0], hasImage: true },
  { normal: [0, 0, -1], right: [-1, 0, 0], hasImage: true },
  { normal: [1, 0, 0], right: [0, 0, -1], hasImage: false },
  { normal: [-1, 0, 0], right: [0, 0, 1], hasImage: false },
  { normal: [0, 1, 0], right: [1, 0, 0], hasImage: false },
  { normal: [0, -1, 0], right: [1, 0, 0], hasImage: false },
]

/** A box around the origin. Its front and back, which show an image, are separate from its edges. */
export function boxFaces(width: number, height: number, depth: number): { image: Faces; edge: Faces } {
  const half: Vector = [width / 2, height / 2, depth / 2]
  const faces = (hasImage: boolean): Faces => {
    const collected: Faces = { positions: [], normals: [], textureCoordinates: [], indices: [] }
    for (const side of sides) if (side.hasImage === hasImage) addFace(collected, side, half)
    return collected
  }
  return { image: faces(true), edge: faces(false) }
}

function addFace(faces: Faces, { normal, right }: { normal: Vector; right: Vector }, half: Vector): void {
  const up = cross(normal, right)
  const first = faces.positions.length / 3
  for (const [across, along] of [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ] as const) {
    for (const axis of [0, 1, 2] as const) {
      faces.positions.push((normal[axis] + across * right[axis] + along * up[axis]) * half[axis])
    }
    faces.normals.push(...normal)
    // A texture's origin is at its top left.
    faces.textureCoordinates.push((across + 1) / 2, (1 - along) / 2)
  }
  faces.indices.push(...[0, 1, 2, 0, 2, 3].map((corner) => first + corner))
}

function cross([a, b, c]: Vector, [x, y, z]: Vector): Vector {
  return [b * z - c * y, c * x - a * z, a * y - b * x]
}
