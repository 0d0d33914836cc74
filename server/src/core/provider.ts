// The interface of a provider of models. A file per provider implements it; `state-machine` drives it and is the only
// part that uses the database. A provider holds no state between calls: everything it must remember is in the handle.
import type { Readable } from 'node:stream'
import type { FieldError } from './errors.ts'

export const outputTypes = ['DOCUMENT', 'IMAGE', 'VIDEO', '3D'] as const
export type OutputType = (typeof outputTypes)[number]

export const providerNames = [
  'openai',
  'google',
  'minimax',
  'byteplus',
  'kling',
  'meshy',
  'tencent',
  'text',
  'local',
] as const
/** `text` is the configured language model; `local` drafts every kind of output without a network. */
export type ProviderName = (typeof providerNames)[number]

/** The settings that a video model accepts. */
export type VideoSettings = {
  resolutions: readonly string[]
  durationSeconds: { min: number; max: number }
  aspectRatios: readonly string[]
  audio: boolean
}

export type Model = {
  id: string
  name: string
  outputType: OutputType
  provider: ProviderName
  video: VideoSettings | null
}

export const attachmentKinds = ['image', 'video', 'audio', 'text', 'PDF'] as const
export type AttachmentKind = (typeof attachmentKinds)[number]

/** The limits of a model, as its provider publishes them. Sizes are in bytes; null for no limit. */
export type ModelLimits = {
  /** In code points, with each `<#id>` counted as it is written. */
  prompt: number
  /** The same limit for a prompt with attachments; 0 allows nothing but `<#id>`. */
  promptWithAttachments: number
  attachments: number
  kinds: readonly AttachmentKind[]
  /** Images of other types are converted and larger ones downscaled, if they can be decoded. */
  images: { types: readonly string[]; maxBytes: number | null; maxSide: number | null }
  /** For an attachment that is not an image. */
  maxFileBytes: number | null
  /** For all attachments together, because one request carries them all. */
  maxTotalBytes: number | null
}

/** A file that the prompt may refer to as `<#id>`, and that the model receives. */
export type Reference = {
  id: string
  name: string
  mimeType: string
  size: number
  read(): Promise<Readable>
}

/** The complete settings of a video: omitted settings have the model's default. */
export type VideoConfigs = {
  resolution: string
  durationSeconds: number
  aspectRatio: string
  generateAudio: boolean
}

export type GenerationRequest = {
  model: Model
  prompt: string
  references: readonly Reference[]
  /** null unless the model generates videos. */
  video: VideoConfigs | null
  /** Identifies this attempt, committed before the start. A provider that stores it can find the generation by it. */
  clientReference: string
}

/** Identifies a started generation at its provider: plain JSON, stored; never a key, never a URL that contains one. */
export type Handle = Record<string, unknown>

/**
 * The bytes that a model generated. Their type is sniffed when they are stored; the provider's type is not trusted.
 */
export type Output = {
  /** Such as `mp4`: the extension of the file's name. */
  extension: string
  body: Readable
}

/** A start returns a handle to poll or, where the provider responds with the result itself, the output. */
export type Started = { handle: Handle } | { output: Output }

export type Progress =
  /** `progress` is from 0 to 1, where the provider reports it. */
  | { state: 'RUNNING'; progress: number | null }
  /** A stage is finished, and the next must be paid for as well: the state machine starts it with `next`. */
  | { state: 'NEXT' }
  | { state: 'SUCCEEDED'; handle?: Handle }
  | { state: 'FAILED'; failure: GenerationFailure }

/** A reference as the rules need it, before its bytes are read. */
export type ReferenceKind = Pick<Reference, 'id' | 'name' | 'mimeType' | 'size'>

export type RequestToCheck = Omit<GenerationRequest, 'references' | 'clientReference'> & {
  references: readonly ReferenceKind[]
}

export type Provider = {
  name: ProviderName
  /** The maximum number of concurrent generations. */
  concurrency: number
  /** How long a generation may take from its start before it fails. */
  deadlineSeconds: number
  /** How long to wait before the first poll, and between polls. */
  pollSeconds: number
  limits(model: Model): ModelLimits
  /** Other reasons why the provider would refuse the request, with paths into its body: checked before the 202. */
  validate(request: RequestToCheck): FieldError[]
  /**
   * Starts the generation with at most one paid call. Throws GenerationFailure when the provider has certainly not
   * started it, TryLater when the provider asks to wait, and StorageUnavailable when a reference cannot be read and nothing was
   * sent. After any other error it is unknown whether the generation started.
   */
  start(request: GenerationRequest, signal: AbortSignal): Promise<Started>
  /** Retried after any error except a GenerationFailure. */
  poll(handle: Handle, signal: AbortSignal): Promise<Progress>
  /** Starts the next stage, under the rules of `start`. */
  next?(handle: Handle, signal: AbortSignal): Promise<{ handle: Handle }>
  /** Downloads the bytes from a fresh URL: requested now, never stored. */
  fetch(handle: Handle, signal: AbortSignal): Promise<Output>
  /**
   * Returns the handle of the generation started with this client reference, or null when there is certainly none: then
   * it is started again, with the same reference. A provider whose starts cost nothing always returns null.
   */
  recover?(request: GenerationRequest, signal: AbortSignal): Promise<Handle | null>
  cancel?(handle: Handle, signal: AbortSignal): Promise<void>
}

export const failureCodes = [
  'provider_rejected_key',
  'provider_balance',
  'content_policy',
  'provider_rate_limited',
  'provider_refused',
  'provider_failed',
  'provider_invalid_answer',
  'result_too_large',
  'result_host_refused',
  'start_unknown',
  'deadline_exceeded',
  'unsupported_setting',
  // The codes below come from Dailies: a provider does not throw them.
  'provider_not_configured',
  'reference_gone',
  'reference_unreadable',
  'result_not_stored',
  'storage_unavailable',
  'cancelled',
  // Of uploads from an address.
  'source_refused',
  'source_unreachable',
  'source_too_large',
  'source_not_a_file',
  'quota_exceeded',
] as const
export type FailureCode = (typeof failureCodes)[number]

/** Ends a generation. The message says what happened and what to do next, and never contains a prompt, a key or a URL. */
export class GenerationFailure extends Error {
  override name = 'GenerationFailure'
  readonly code: FailureCode
  /** Whether the same request is likely to succeed later. */
  readonly retryable: boolean

  constructor(code: FailureCode, message: string, retryable: boolean) {
    super(message)
    this.code = code
    this.retryable = retryable
  }
}

/** The provider has not started the generation and says when to retry. */
export class TryLater extends Error {
  override name = 'TryLater'
  readonly afterSeconds: number

  constructor(message: string, afterSeconds: number) {
    super(message)
    this.afterSeconds = afterSeconds
  }
}

/** The configured providers, and which of them serves which model. */
export type Providers = {
  named(name: string): Provider | undefined
  /** The model's own provider; without a key for it, the provider of drafts; undefined without either. */
  forModel(model: Model): Provider | undefined
  /** The maximum number of concurrent generations of all providers together. */
  concurrency: number
}
