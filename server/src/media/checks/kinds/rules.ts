// The rules for images, documents and 3D models. A profile may name rules of all kinds: those of another kind are not applicable.
import { z } from 'zod'
import { rule } from '../rule.ts'

const side = z.int().min(1).max(100_000)

/** NONE: the image has no colour profile. OTHER: any other RGB profile. */
export const colourSpaces = [
  ...(['SRGB', 'DISPLAY_P3', 'ADOBE_RGB', 'PROPHOTO_RGB', 'REC_2020'] as const),
  ...(['CMYK', 'GREY', 'LAB', 'OTHER', 'NONE'] as const),
] as const

const imageRules = {
  imageSize: rule({
    sizes: z
      .array(z.string().regex(/^\d{1,5}x\d{1,5}$/))
      .min(1)
      .max(20)
      .optional()
      .describe('The sizes that are allowed, such as 1920x1080.'),
    least: side.optional().describe('The shorter side has at least this many pixels.'),
    most: side.optional().describe('The longer side has at most this many pixels.'),
  }),
  colourProfile: rule({
    spaces: z.array(z.enum(colourSpaces)).min(1).max(colourSpaces.length).describe('Allowed colour spaces.'),
  }),
  transparency: rule({
    alpha: z
      .enum(['FORBIDDEN', 'UNUSED', 'REQUIRED'])
      .default('UNUSED')
      .describe(
        'FORBIDDEN: no alpha channel. UNUSED: an alpha channel may exist if every pixel is opaque. REQUIRED: some pixels are transparent.',
      ),
  }),
  sharpness: rule({
    least: z
      .number()
      .min(0)
      .max(100)
      .default(40)
      .describe('From 0 (blurred) to 100 (sharp), in the sharpest part of the image. Indicative.'),
  }),
  resolution: rule({ least: z.number().min(1).max(10_000).describe('Pixels per inch.') }),
}

export const pageSizeNames = [
  ...(['A0', 'A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'B4', 'B5'] as const),
  ...(['Letter', 'Legal', 'Tabloid', 'Executive', '16:9', '4:3'] as const),
] as const

const pageSizePattern = new RegExp(`^(${pageSizeNames.join('|')}|\\d{1,4}(\\.\\d)?x\\d{1,4}(\\.\\d)?mm)$`)

const documentRules = {
  fonts: rule({}),
  pageSize: rule({
    sizes: z
      .array(z.string().regex(pageSizePattern))
      .min(1)
      .max(20)
      .optional()
      .describe('Allowed sizes: names such as A4, or width x height such as 210x99mm. Either orientation.'),
    mixed: z.boolean().default(false).describe('Whether pages may have different sizes.'),
  }),
  links: rule({}),
  spelling: rule({
    language: z
      .string()
      .regex(/^(auto|[a-z]{2,3}(_[A-Z]{2})?)$/)
      .default('auto')
      .describe('Such as en_GB or de; auto takes the installed dictionary that knows most of the words.'),
    words: z
      .array(z.string().min(1).max(60))
      .max(500)
      .default([])
      .describe('Words that are right, such as names.'),
  }),
}

const modelRules = {
  modelSize: rule({
    least: z.number().min(0).max(1e6).default(0.01).describe('Metres, of the longest side.'),
    most: z.number().min(0).max(1e6).default(100).describe('Metres, of the longest side.'),
  }),
  normals: rule({
    flipped: z.number().min(0).max(1).default(0.01).describe('Part of the triangles that may face inwards.'),
  }),
  textures: rule({
    most: side.default(4096).describe('The longer side of a texture, in pixels.'),
    powerOfTwo: z.boolean().default(false).describe('Whether both sides must be powers of two.'),
    megabytes: z.number().min(0).max(500).default(50).describe('Of all textures together, as stored.'),
  }),
  triangles: rule({ most: z.int().min(1).max(1e9).describe('Triangles that are allowed.') }),
  validator: rule({
    severity: z
      .enum(['ERROR', 'WARNING'])
      .default('ERROR')
      .describe('The least severity of the messages of the glTF Validator that are findings.'),
  }),
}

export const kindRules = { ...imageRules, ...documentRules, ...modelRules }
export type KindRuleName = keyof typeof kindRules

export type RuleKind = 'IMAGE' | 'DOCUMENT' | 'MODEL'

const names = (rules: object, kind: RuleKind) => Object.keys(rules).map((name) => [name, kind] as const)

/** The kind of file that a rule of this folder is for. */
export const kindOfRule: ReadonlyMap<string, RuleKind> = new Map([
  ...names(imageRules, 'IMAGE'),
  ...names(documentRules, 'DOCUMENT'),
  ...names(modelRules, 'MODEL'),
])
