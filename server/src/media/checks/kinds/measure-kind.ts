// Measures an image, a document or a 3D model. A child in the sandbox opens the file; its answer is checked, because a hostile file may
// have taken it over.
import { z } from 'zod'
import { officeTypes } from '../../../queue/media-tasks.ts'
import type { FindTools } from '../../children/find-tools.ts'
import { runDecoder } from '../../children/run-decoder.ts'
import { officePdf } from '../../document/office.ts'
import { heifPng } from '../../image/heif-image.ts'
import { rawTiff } from '../../image/raw-image.ts'
import { studioPng, studioTypes } from '../../image/studio-image.ts'
import { MediaFailure, type MediaInfo, type Work } from '../../processor.ts'
import { rawTypes } from '../../raw-types.ts'
import { DocumentMeasured, ImageMeasured, type KindMeasured, ModelMeasured } from './measured.ts'
import { checkSpelling } from './spelling.ts'
import type { FoundWord } from './words.ts'

/** For files of the kinds IMAGE, DOCUMENT and MODEL. */
export async function measureKind(find: FindTools, work: Work, info: MediaInfo): Promise<KindMeasured> {
  if (info.kind === 'IMAGE') return { kind: 'IMAGE', image: await measureImage(find, work) }
  if (info.kind === 'DOCUMENT') return { kind: 'DOCUMENT', document: await measureDocument(work, info) }
  if (info.kind === 'MODEL')
    return { kind: 'MODEL', model: checked(ModelMeasured, await runDecoder('measure-model', work)) }
  throw new Error(`measureKind does not measure ${info.kind}`)
}

async function measureImage(find: FindTools, work: Work): Promise<ImageMeasured> {
  const convert = conversionOf(find, work.mimeType)
  const shown = convert ? await convert(work) : work
  const image = checked(ImageMeasured, await runDecoder('measure-image', shown))
  return convert ? { ...image, converted: true, resolution: null } : image
}

/** How a format becomes one that sharp reads; undefined if it is one. */
function conversionOf(find: FindTools, mimeType: string): ((work: Work) => Promise<Work>) | undefined {
  if (studioTypes.has(mimeType)) return (work) => studioPng(find, work)
  if (/^image\/hei[cf]$/.test(mimeType)) return heifPng
  return rawTypes.test(mimeType) ? rawTiff : undefined
}

const word = z.object({
  word: z.string().regex(/^[\p{L}']{1,40}$/u),
  page: z.int().min(1),
  count: z.number(),
})
const PdfMeasured = DocumentMeasured.omit({ spelling: true, origin: true }).extend({
  words: z.array(word).max(20_000),
})

async function measureDocument(work: Work, { pages }: MediaInfo): Promise<DocumentMeasured> {
  if (work.mimeType === 'image/tiff') return imagePages(pages ?? 0)
  const isOffice = new RegExp(officeTypes).test(work.mimeType)
  const printed = isOffice ? await officePdf(work) : work
  const { words, ...measured } = checked(PdfMeasured, await runDecoder('measure-document', printed))
  const spelling = await checkSpelling(words satisfies FoundWord[], work)
  return { ...measured, origin: isOffice ? 'PRINTED' : 'PDF', spelling }
}

function imagePages(pages: number): DocumentMeasured {
  return {
    ...{ pages, measuredPages: pages, origin: 'IMAGES', linkCount: 0, externalCount: 0 },
    ...{ sizes: [], fonts: [], links: [] },
    spelling: { reason: 'The pages of this document are images.', applicable: false },
  }
}

function checked<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
  const { success, data } = schema.safeParse(answer)
  if (!success) throw new MediaFailure('unreadable', 'The file is broken and cannot be measured.')
  return data
}
