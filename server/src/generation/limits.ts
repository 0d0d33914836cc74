// The limits of every model, as data: those of the API reference, and those of the model's provider. List
// Models, OpenAPI, the checks before the 202 and the adapters read this table. Sources and assumptions:
// docs/decisions/0017 and 0062.
import type { AttachmentKind, Model, ModelLimits, ProviderName } from '../core/provider.ts'

const megabyte = 1024 * 1024

/** Display names of the providers. */
export const providerLabels: Readonly<Record<ProviderName, string>> = {
  openai: 'OpenAI',
  google: 'Google',
  minimax: 'MiniMax',
  byteplus: 'BytePlus',
  kling: 'Kling',
  meshy: 'Meshy',
  tencent: 'Tencent',
  text: 'The language model',
  local: 'Drafts',
}

/** The limits of a request in the API reference. */
export const maxPromptLength = 5000
export const maxAttachments = 5

/**
 * Image types that the sandbox can decode, and therefore convert and downscale. HEIC is not among them: its
 * codec is patented.
 */
export const convertibleTypes = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/tiff',
  'image/avif',
]

const png = ['image/png', 'image/jpeg']
const webp = [...png, 'image/webp']
const gif = [...webp, 'image/gif']

type Row = Partial<Omit<ModelLimits, 'images'>> & {
  types?: readonly string[]
  maxBytes: number
  maxSide?: number
}

/**
 * A provider's row: images within one request, and the limits of the API reference where the provider's are
 * not tighter.
 */
function row({ types = webp, maxBytes, maxSide, ...tighter }: Row): ModelLimits {
  return {
    prompt: maxPromptLength,
    promptWithAttachments: tighter.prompt ?? maxPromptLength,
    attachments: maxAttachments,
    kinds: ['image'],
    images: { types, maxBytes, maxSide: maxSide ?? null },
    maxFileBytes: null,
    maxTotalBytes: maxBytes,
    ...tighter,
  }
}

const text = row({
  kinds: ['image', 'text', 'PDF'],
  types: gif,
  maxBytes: 20 * megabyte,
  maxFileBytes: 20 * megabyte,
  maxTotalBytes: 40 * megabyte,
})
const openAi = row({ maxBytes: 50 * megabyte, maxTotalBytes: 100 * megabyte })
/** Google accepts requests of 20 MB in all; base64 makes images a third longer. */
const gemini = row({ types: [...webp, 'image/heic', 'image/heif'], maxBytes: 14 * megabyte })
const veo = { types: png, maxBytes: 14 * megabyte }
/** Images only: ModelArk accepts videos and audio only by URL, and cannot reach a self-hosted server. */
const seedance = row({
  types: [...gif, 'image/bmp', 'image/tiff'],
  maxBytes: 30 * megabyte - 1,
  maxSide: 5999,
  maxTotalBytes: 45 * megabyte,
})
const kling = { prompt: 3072, types: png, maxBytes: 10 * megabyte, maxTotalBytes: 50 * megabyte }
const miniMax = { maxBytes: 30 * megabyte, maxTotalBytes: 45 * megabyte }

/** The limits of each model at its provider. */
export const providerLimits: Readonly<Record<string, ModelLimits>> = {
  pdf: text,
  markdown: text,
  'gpt-image-2.5-flare': openAi,
  'gpt-image-2': openAi,
  'gemini-3-pro-image': gemini,
  'gemini-3.1-flash-image': gemini,
  'gemini-3.1-flash-lite-image': gemini,
  'seedance-2.5': seedance,
  'seedance-2.0': seedance,
  'seedance-2.0-fast': seedance,
  'seedance-2.0-mini': seedance,
  'kling-3.0-omni': row(kling),
  'kling-3.0': row({ ...kling, attachments: 2 }),
  'kling-3.0-turbo': row({ ...kling, attachments: 1 }),
  'minimax-h3-max': row({ ...miniMax, attachments: 2 }),
  'minimax-h3': row(miniMax),
  'veo-3.1-generate-preview': row({ ...veo, attachments: 3 }),
  'veo-3.1-lite-generate-preview': row({ ...veo, attachments: 2 }),
  // With images, the prompt guides only the texture.
  'meshy-7': row({
    promptWithAttachments: 600,
    attachments: 4,
    types: png,
    maxBytes: 20 * megabyte,
    maxTotalBytes: 45 * megabyte,
  }),
  // The API accepts text or an image: text next to an image would be ignored silently.
  'hunyuan3d-3.1': row({
    prompt: 1024,
    promptWithAttachments: 0,
    attachments: 1,
    maxBytes: 6 * megabyte,
    maxSide: 5000,
  }),
}

export function limitsOfProvider({ id }: Model): ModelLimits {
  const limits = providerLimits[id]
  if (!limits) throw new Error(`No limits are defined for the model ${id}.`)
  return limits
}

/** The limits where no provider is tighter: for drafts, and for models that are not available. */
export function referenceLimits(model: Model): ModelLimits {
  return {
    prompt: maxPromptLength,
    promptWithAttachments: maxPromptLength,
    attachments: maxAttachments,
    kinds: kindsOf(model),
    images: { types: gif, maxBytes: null, maxSide: null },
    maxFileBytes: null,
    maxTotalBytes: null,
  }
}

/**
 * The kinds of attachments that the model accepts according to its vendor, where the API reference does not
 * say.
 */
function kindsOf({ id, outputType, provider }: Model): readonly AttachmentKind[] {
  if (outputType === 'DOCUMENT') return ['image', 'text', 'PDF']
  if (provider === 'byteplus') return ['image', 'video', 'audio']
  return id === 'kling-3.0-omni' ? ['image', 'video'] : ['image']
}

export function attachmentKind(mimeType: string): AttachmentKind | undefined {
  if (mimeType === 'application/pdf') return 'PDF'
  const [kind] = mimeType.split('/')
  return kind === 'image' || kind === 'video' || kind === 'audio' || kind === 'text' ? kind : undefined
}

/** Whether images of this type can be attached, with or without conversion. */
export function takesImage({ images }: ModelLimits, mimeType: string): boolean {
  return images.types.includes(mimeType) || convertibleTypes.includes(mimeType)
}
