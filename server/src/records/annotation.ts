// Drawings on an image or a video frame. Coordinates go from 0 to 1, so that shapes fit every display size.
import { z } from 'zod'
import type { FieldError } from '../core/errors.ts'
import { text } from '../core/schemas.ts'

export const maxAnnotationBytes = 65_536

// Millionths are finer than any screen. Without rounding, Postgres writes 1e-300 with all its zeros.
const millionths = (value: number) => Math.round(value * 1e6) / 1e6

// Validation of a large drawing stops at its first invalid number: a request can contain tens of thousands of them.
const abort = true
const part = z.number().min(0, { abort }).max(1, { abort }).overwrite(millionths)
const point = z.array(part).length(2, { abort })
const vector = z.array(z.number().min(-1e6).max(1e6).overwrite(millionths)).length(3)

const Shape = z.strictObject({
  kind: z.enum(['pen', 'arrow', 'box', 'ellipse', 'text']).describe('Kind of shape.'),
  points: z
    .array(point)
    .min(1)
    .max(5000)
    .describe(
      'Points `[x, y]`, from 0 at the left and the top to 1. pen: the line; arrow: tail and tip; box, ellipse: two opposite corners; text: top left corner.',
    ),
  colour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .describe('Colour as `#rrggbb`, in lower case.'),
  width: part.describe('Line width, or line height of a text, as a fraction of the height of the image.'),
  text: text(1, 1000).nullish().describe('Text of a shape of kind text; other kinds have none.'),
})

const Camera = z
  .strictObject({
    position: vector.describe('Position `[x, y, z]` in the coordinates of the model.'),
    target: vector.describe('Point that the camera looks at, `[x, y, z]`.'),
    fieldOfView: z
      .number()
      .min(1)
      .max(179)
      .overwrite(millionths)
      .describe('Vertical field of view in degrees.'),
  })
  .describe('Camera of the 3D view that is drawn on.')

export const Annotation = z
  .strictObject({
    shapes: z.array(Shape).max(500).describe('Shapes in drawing order.'),
    camera: Camera.nullish(),
  })
  .describe('Drawing on the image, at most 64 KB as JSON.')
export type Annotation = z.output<typeof Annotation>

const pointCounts = { pen: [1, 5000], arrow: [2, 2], box: [2, 2], ellipse: [2, 2], text: [1, 1] } as const

/** Rules that the schema cannot express. */
export function annotationErrors(annotation: Annotation): FieldError[] {
  const path = '/annotation'
  const { shapes, camera } = annotation
  if (shapes.length === 0 && camera == null) {
    return [
      {
        path: `${path}/shapes`,
        code: 'too_small',
        message: 'Add a shape or a camera, or omit the annotation.',
      },
    ]
  }
  if (Buffer.byteLength(JSON.stringify(annotation)) > maxAnnotationBytes) {
    return [{ path, code: 'too_big', message: `Must have at most ${maxAnnotationBytes} bytes as JSON.` }]
  }
  return shapes.flatMap((shape, i) => shapeErrors(shape, `${path}/shapes/${i}`))
}

function shapeErrors({ kind, points, text }: z.output<typeof Shape>, path: string): FieldError[] {
  const [least, most] = pointCounts[kind]
  const errors: FieldError[] = []
  if (points.length < least || points.length > most) {
    const code = points.length < least ? 'too_small' : 'too_big'
    errors.push({
      path: `${path}/points`,
      code,
      message: `A shape of kind ${kind} needs ${least} point${least > 1 ? 's' : ''}.`,
    })
  }
  if ((kind === 'text') !== (text != null)) {
    const message =
      kind === 'text' ? 'A shape of kind text needs a text.' : `A shape of kind ${kind} cannot have a text.`
    errors.push({ path: `${path}/text`, code: kind === 'text' ? 'invalid_type' : 'unexpected', message })
  }
  return errors
}
