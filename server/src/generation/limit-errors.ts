// What of a request is beyond the limits of a model, with the provider named as the reason.
import type { FieldError } from '../core/errors.ts'
import type { JobRules, ModelLimits, Provider, ReferenceKind } from '../core/provider.ts'
import { attachmentKind, convertibleTypes, providerLabels, takesImage } from './limits.ts'
import { referenceTokens } from './references.ts'
import { attachmentPath } from './rules.ts'

/** An image gets at least so many bytes: in fewer, little of it would be left. */
const leastImageBytes = 1024 * 1024
/** The largest image that is converted. */
const mostConvertedBytes = 512 * 1024 * 1024

type CheckingProvider = Pick<Provider, 'name' | 'limits' | 'validate'>

/** Every reason why the provider would refuse the job, asked before anything is stored or paid. */
export function jobErrors(provider: CheckingProvider, job: JobRules): FieldError[] {
  const who = provider.name === 'local' ? job.model.name : providerLabels[provider.name]
  return [...limitErrors(who, provider.limits(job.model), job), ...provider.validate(job)]
}

export function limitErrors(
  who: string,
  limits: ModelLimits,
  { prompt, references }: Pick<JobRules, 'prompt' | 'references'>,
): FieldError[] {
  return [
    ...promptErrors(who, limits, prompt, references.length > 0),
    ...countErrors(who, limits, references.length),
    ...references.flatMap((reference, i) => attachmentErrors(who, limits, reference, attachmentPath(i))),
    ...totalErrors(who, limits, references),
  ]
}

function promptErrors(who: string, limits: ModelLimits, prompt: string, attached: boolean): FieldError[] {
  const most = attached ? limits.promptWithAttachments : limits.prompt
  if (most === 0) {
    if (prompt.replaceAll(referenceTokens, '').trim() === '') return []
    const message = `${who} takes either words or an image for this model: attach nothing, or make the prompt just <#id of the attachment>.`
    return [{ path: '/prompt', code: 'unexpected', message }]
  }
  const length = [...prompt].length
  if (length <= most) return []
  const beside = attached && limits.promptWithAttachments < limits.prompt ? ' beside attachments' : ''
  const message = `${who} takes at most ${figure(most)} characters for this model${beside}; this prompt has ${figure(length)}.`
  return [{ path: '/prompt', code: 'too_big', message }]
}

function countErrors(who: string, { attachments: most }: ModelLimits, count: number): FieldError[] {
  if (count <= most) return []
  const message = `${who} takes at most ${most} ${most === 1 ? 'attachment' : 'attachments'} for this model; this request has ${count}.`
  return [{ path: '/attachments', code: 'too_big', message }]
}

function attachmentErrors(
  who: string,
  limits: ModelLimits,
  reference: ReferenceKind,
  path: string,
): FieldError[] {
  const { mimeType, size } = reference
  const kind = attachmentKind(mimeType)
  if (kind === undefined || !limits.kinds.includes(kind)) {
    const message = `${who} takes only ${kindsInWords(limits)} for this model; this attachment is ${mimeType}.`
    return [{ path, code: 'unsupported_attachment', message }]
  }
  if (kind === 'image' && !takesImage(limits, mimeType)) {
    const taken = [...new Set([...limits.images.types, ...convertibleTypes])].map(typeName).join(', ')
    const message = `${who} does not take ${typeName(mimeType)} for this model, and it cannot be converted here: attach ${taken}.`
    return [{ path, code: 'unsupported_attachment', message }]
  }
  const most = mostBytes(limits, reference)
  if (most === null || size <= most) return []
  const message =
    most === mostConvertedBytes
      ? `Images of more than ${inMegabytes(most)} cannot be downscaled for ${who}; this one has ${inMegabytes(size)}.`
      : `${who} takes files of at most ${inMegabytes(most)} for this model; this one has ${inMegabytes(size)}.`
  return [{ path, code: 'attachment_too_large', message }]
}

/** The largest file that is attached; images that can be downscaled may be larger than what is sent. */
function mostBytes({ images, maxFileBytes }: ModelLimits, { mimeType }: ReferenceKind): number | null {
  if (attachmentKind(mimeType) !== 'image') return maxFileBytes
  if (!convertibleTypes.includes(mimeType)) return images.maxBytes
  return images.maxBytes === null && images.types.includes(mimeType) ? null : mostConvertedBytes
}

function totalErrors(who: string, limits: ModelLimits, references: readonly ReferenceKind[]): FieldError[] {
  const left = imageBytes(limits, references)
  const total = bytesOf(references)
  if (limits.maxTotalBytes === null || total <= limits.maxTotalBytes) return []
  if (left === null || left >= leastImageBytes) return []
  const message = `${who} takes at most ${inMegabytes(limits.maxTotalBytes)} of attachments for this model.`
  return [{ path: '/attachments', code: 'attachments_too_large', message }]
}

/**
 * The most bytes of each image, so that all attachments together stay within the limit; null: no limit. Images that are
 * converted may grow, so that then each gets an equal share.
 */
export function imageBytes(limits: ModelLimits, references: readonly ReferenceKind[]): number | null {
  const { images, maxTotalBytes } = limits
  if (maxTotalBytes === null) return images.maxBytes
  const shrinkable = references.filter(({ mimeType }) => convertibleTypes.includes(mimeType))
  const total = bytesOf(references)
  if (total <= maxTotalBytes && shrinkable.every(({ mimeType }) => images.types.includes(mimeType))) {
    return images.maxBytes
  }
  if (shrinkable.length === 0) return 0
  const left = Math.max(0, maxTotalBytes - (total - bytesOf(shrinkable)))
  const each = Math.floor(left / shrinkable.length)
  return Math.min(each, images.maxBytes ?? each)
}

function bytesOf(references: readonly ReferenceKind[]): number {
  return references.reduce((sum, { size }) => sum + size, 0)
}

const kindNames = { image: 'images', video: 'videos', audio: 'audio', text: 'text', PDF: 'PDF' }

function kindsInWords({ kinds }: ModelLimits): string {
  return kinds.map((kind) => kindNames[kind]).join(', ')
}

/** `image/heic` is HEIC. */
function typeName(mimeType: string): string {
  return mimeType === 'image/webp' ? 'WebP' : mimeType.replace('image/', '').toUpperCase()
}

function figure(count: number): string {
  return count.toLocaleString('en')
}

function inMegabytes(bytes: number): string {
  return `${figure(Math.ceil(bytes / 1024 / 1024))} MB`
}
