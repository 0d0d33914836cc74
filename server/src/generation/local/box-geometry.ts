export type Faces = {
  positions: number[]
  normals: number[]
  textureCoordinates: number[]
  indices: number[]
}

type Vector = [number, number, number]

/** A face's normal, and which way is right on it for someone who looks at it; up is the rest. */
const sides: { normal: Vector; right: Vector; pictured: boolean }[] = [
  { normal: [0, 0, 1], right: [1, 0, 0], pictured: true },
  { normal: [0, 0, -1], right: [-1, 0, 0], pictured: true },
  { normal: [1, 0, 0], right: [0, 0, -1], pictured: false },
  { normal: [-1, 0, 0], right: [0, 0, 1], pictured: false },
  { normal: [0, 1, 0], right: [1, 0, 0], pictured: false },
  { normal: [0, -1, 0], right: [1, 0, 0], pictured: false },
]

/** A box around the origin: its front and back, which show a picture, apart from its edges. */
export function boxFaces(width: number, height: number, depth: number): { picture: Faces; edge: Faces } {
  const half: Vector = [width / 2, height / 2, depth / 2]
  const faces = (pictured: boolean): Faces => {
    const made: Faces = { positions: [], normals: [], textureCoordinates: [], indices: [] }
    for (const side of sides) if (side.pictured === pictured) addFace(made, side, half)
    return made
  }
  return { picture: faces(true), edge: faces(false) }
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
