// The numbers of an image, a document or a 3D model. They come from a child process, which a hostile file may have taken over, and they
// are stored as JSON: so they have a schema.
import { z } from 'zod'
import { colourSpaces } from './rules.ts'

const text = z.string().max(300)
const count = z.number().min(0)
const page = z.int().min(1)

export const ImageMeasured = z.object({
  width: count,
  height: count,
  /** Vectors have no pixels of their own. */
  vector: z.boolean(),
  /** The numbers are those of a conversion, such as the development of a raw file: its colours are not those of the file. */
  converted: z.boolean(),
  colour: z.object({
    space: z.enum(colourSpaces),
    /** The name of the ICC profile. */
    profile: text.nullable(),
    /** Where the colour space is named. */
    source: z.enum(['ICC', 'TAG', 'NONE']),
  }),
  alpha: z.object({
    present: z.boolean(),
    /** The mean transparency of all pixels, from 0 to 1; null without an alpha channel. */
    transparency: z.number().min(0).max(1).nullable(),
  }),
  /** null: too little detail to tell. */
  sharpness: z
    .object({
      /** From 0 to 100, in the sharpest tenth of the parts with detail. */
      score: z.number().min(0).max(100),
      /** How many parts of the image have detail, from 0 to 1. */
      detail: z.number().min(0).max(1),
    })
    .nullable(),
  /** Pixels per inch; null if the file names none. */
  resolution: z.number().min(0).nullable(),
})
export type ImageMeasured = z.output<typeof ImageMeasured>

const Link = z.object({
  /** null: a bookmark. */
  page: page.nullable(),
  target: text,
  /** null: nothing is wrong with it. */
  fault: text.nullable(),
  external: z.boolean(),
})
export type MeasuredLink = z.output<typeof Link>

const Unknown = z.object({ word: text, page, count })

export const Spelling = z.object({
  language: z.string().max(20),
  /** Other names of the same dictionary. */
  aliases: z.array(z.string().max(20)).max(100),
  /** How many different words were tried, and how many of them the dictionary does not know. */
  words: count,
  unknown: count,
  /** The unknown words, by page: those that look like names are left out. Empty if most of the words are unknown. */
  list: z.array(Unknown).max(2_000),
})
export type Spelling = z.output<typeof Spelling>

export const DocumentMeasured = z.object({
  pages: count,
  /** Longer documents are measured up to a page. */
  measuredPages: count,
  /** PRINTED: an Office document as this server prints it, with its own fonts. IMAGES: pages that are images, as in a TIFF. */
  origin: z.enum(['PDF', 'PRINTED', 'IMAGES']),
  /** In points, as displayed; runs of pages of the same size. */
  sizes: z.array(z.object({ width: count, height: count, first: page, last: page })).max(1_000),
  /** The fonts that visible text uses. */
  fonts: z.array(z.object({ name: text, embedded: z.boolean(), page })).max(1_000),
  links: z.array(Link).max(1_000),
  linkCount: count,
  externalCount: count,
  spelling: z.union([
    z.object({ results: z.array(Spelling).max(20) }),
    z.object({ reason: text, applicable: z.boolean() }),
  ]),
})
export type DocumentMeasured = z.output<typeof DocumentMeasured>

const Texture = z.object({
  name: text,
  width: count.nullable(),
  height: count.nullable(),
  bytes: count,
  /** null: nothing is wrong with it. */
  fault: text.nullable(),
})
export type MeasuredTexture = z.output<typeof Texture>

export const ModelMeasured = z.object({
  format: z.enum(['GLTF', 'OBJ', 'STL']),
  /** Why the geometry was not read; null: it was. */
  unread: text.nullable(),
  /** null: not known. */
  triangles: count.nullable(),
  /** In metres if the format has a unit. */
  box: z.object({ x: count, y: count, z: count }).nullable(),
  /** null: the reader of this format has no normals. */
  normals: z
    .object({
      parts: count,
      partsWithout: count,
      vertices: count,
      /** Vertices whose normal has no length. */
      zero: count,
      triangles: count,
      /** Triangles whose normals point away from the side that their corners are in order for. */
      flipped: count,
    })
    .nullable(),
  textures: z.array(Texture).max(1_000),
  validator: z.union([
    z.object({
      errors: count,
      warnings: count,
      messages: z
        .array(
          z.object({
            severity: z.enum(['ERROR', 'WARNING']),
            code: text,
            message: text,
            pointer: text.nullable(),
          }),
        )
        .max(200),
    }),
    z.object({ reason: text, applicable: z.boolean() }),
  ]),
})
export type ModelMeasured = z.output<typeof ModelMeasured>

export const KindMeasured = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('IMAGE'), image: ImageMeasured }),
  z.object({ kind: z.literal('DOCUMENT'), document: DocumentMeasured }),
  z.object({ kind: z.literal('MODEL'), model: ModelMeasured }),
])
export type KindMeasured = z.output<typeof KindMeasured>
