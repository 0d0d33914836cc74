// Checks a request against the limits of a model; the errors name the provider as the reason.
import type { FieldError } from '../core/errors.ts'
import type { ModelLimits, Provider, ReferenceKind, RequestToCheck } from '../core/provider.ts'
import { attachmentKind, convertibleTypes, providerLabels, takesImage } from './limits.ts'
import { referenceTokens } from './references.ts'
import { attachmentPath } from './rules.ts'

/** Each image gets at least this many bytes: with fewer, little of it would be recognisable. */
const minImageBytes = 1024 * 1024
/** The largest image that can be converted. */
const maxConvertibleBytes = 512 * 1024 * 1024

type CheckingProvider = Pick<Provider, 'name' | 'limits' | 'validate'>

/** Every reason why the provider would refuse the request, checked before anything is stored or paid. */
export function requestErrors(provider: CheckingProvider, request: RequestToCheck): FieldError[] {
  const who = provider.name === 'local' ? request.model.name : providerLabels[provider.name]
  return [...limitErrors(who, provider.limits(request.model), request), ...provider.validate(request)]
}

export function limitErrors(
  who: string,
  limits: ModelLimits,
  { prompt, references }: Pick<RequestToCheck, 'prompt' | 'references'>,
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
    const message = `${who} accepts either text or an image for this model: remove the attachments, or make the prompt just <#id of the attachment>.`
    return [{ path: '/prompt', code: 'unexpected', message }]
  }
  const length = [...prompt].length
  if (length <= most) return []
  const beside = attached && limits.promptWithAttachments < limits.prompt ? ' beside attachments' : ''
  const message = `${who} accepts at most ${figure(most)} characters for this model${beside}; this prompt has ${figure(length)}.`
  return [{ path: '/prompt', code: 'too_big', message }]
}

function countErrors(who: string, { attachments: most }: ModelLimits, count: number): FieldError[] {
  if (count <= most) return []
  const message = `${who} accepts at most ${most} ${most === 1 ? 'attachment' : 'attachments'} for this model; this request has ${count}.`
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
    const message = `${who} accepts only ${kindsInWords(limits)} for this model; this attachment is ${mimeType}.`
    return [{ path, code: 'unsupported_attachment', message }]
  }
  if (kind === 'image' && !takesImage(limits, mimeType)) {
    const taken = [...new Set([...limits.images.types, ...convertibleTypes])].map(typeName).join(', ')
    const message = `${who} does not accept ${typeName(mimeType)} for this model, and it cannot be converted here: attach ${taken}.`
    return [{ path, code: 'unsupported_attachment', message }]
  }
  const most = maxFileBytesOf(limits, reference)
  if (most === null || size <= most) return []
  const message =
    most === maxConvertibleBytes
      ? `Images of more than ${inMegabytes(most)} cannot be downscaled for ${who}; this one has ${inMegabytes(size)}.`
      : `${who} accepts files of at most ${inMegabytes(most)} for this model; this one has ${inMegabytes(size)}.`
  return [{ path, code: 'attachment_too_large', message }]
}

/** The largest file that may be attached. Images that can be downscaled may be larger than what is sent. */
function maxFileBytesOf({ images, maxFileBytes }: ModelLimits, { mimeType }: ReferenceKind): number | null {
  if (attachmentKind(mimeType) !== 'image') return maxFileBytes
  if (!convertibleTypes.includes(mimeType)) return images.maxBytes
  return images.maxBytes === null && images.types.includes(mimeType) ? null : maxConvertibleBytes
}

function totalErrors(who: string, limits: ModelLimits, references: readonly ReferenceKind[]): FieldError[] {
  const left = imageBytes(limits, references)
  const total = bytesOf(references)
  if (limits.maxTotalBytes === null || total <= limits.maxTotalBytes) return []
  if (left === null || left >= minImageBytes) return []
  const message = `${who} accepts at most ${inMegabytes(limits.maxTotalBytes)} of attachments for this model.`
  return [{ path: '/attachments', code: 'attachments_too_large', message }]
}

/**
 * The most bytes of each image, so that all attachments together stay within the limit; null for no limit. A
 * converted image may grow, so in that case each gets an equal share.
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
