// What is drawn on a picture: shapes in coordinates from 0 to 1, so that they fit every size it is shown in.
import { z } from 'zod'
import type { FieldError } from '../core/errors.ts'
import { text } from '../core/schemas.ts'

export const maxAnnotationBytes = 65_536

// Millionths are finer than any screen. Without this limit, Postgres writes 1e-300 with all its zeros.
const millionths = (value: number) => Math.round(value * 1e6) / 1e6

// Validation of a large drawing ends at its first wrong number: a request can hold tens of thousands of them.
const abort = true
const part = z.number().min(0, { abort }).max(1, { abort }).overwrite(millionths)
const point = z.array(part).length(2, { abort })
const vector = z.array(z.number().min(-1e6).max(1e6).overwrite(millionths)).length(3)

const Shape = z.strictObject({
  kind: z.enum(['pen', 'arrow', 'box', 'ellipse', 'text']).describe('What is drawn.'),
  points: z
    .array(point)
    .min(1)
    .max(5000)
    .describe(
      'Each `[x, y]`, from 0 at the left and the top to 1. pen: the line; arrow: tail and tip; box, ellipse: two opposite corners; text: its top left.',
    ),
  colour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .describe('`#rrggbb`, in lower case.'),
  width: part.describe(
    'Of the line, or the height of a line of text, as a part of the height of the picture.',
  ),
  text: text(1, 1000).nullish().describe('What a text says; only there.'),
})

const Camera = z
  .strictObject({
    position: vector.describe('Where it stands, `[x, y, z]` in the coordinates of the model.'),
    target: vector.describe('What it looks at.'),
    fieldOfView: z.number().min(1).max(179).overwrite(millionths).describe('Vertical, in degrees.'),
  })
  .describe('On 3D: from where the picture was seen that is drawn on.')

export const Annotation = z
  .strictObject({
    shapes: z.array(Shape).max(500).describe('Drawn in this order.'),
    camera: Camera.nullish(),
  })
  .describe('What is drawn on the picture, at most 64 KB as JSON.')
export type Annotation = z.output<typeof Annotation>

const pointCounts = { pen: [1, 5000], arrow: [2, 2], box: [2, 2], ellipse: [2, 2], text: [1, 1] } as const

/** What the schema cannot say. */
export function annotationErrors(annotation: Annotation): FieldError[] {
  const path = '/annotation'
  const { shapes, camera } = annotation
  if (shapes.length === 0 && camera == null) {
    return [
      { path: `${path}/shapes`, code: 'too_small', message: 'Draw something, or leave the annotation out.' },
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
      message: `The kind ${kind} takes ${least} point${least > 1 ? 's' : ''}.`,
    })
  }
  if ((kind === 'text') !== (text != null)) {
    const message = kind === 'text' ? 'Say what the text says.' : `The kind ${kind} has no text.`
    errors.push({ path: `${path}/text`, code: kind === 'text' ? 'invalid_type' : 'unexpected', message })
  }
  return errors
}
