// What a provider of models is to us. A file per provider implements this; `state-machine` drives it and alone knows
// the database. A provider holds no state between calls: whatever it must remember is in the handle.
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
/** `text` is whichever language model is configured; `local` drafts everything without a network. */
export type ProviderName = (typeof providerNames)[number]

/** What a video model can be told. */
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

/** The most that a model takes, as its provider offers it. Sizes are in bytes; null: no limit. */
export type ModelLimits = {
  /** In code points, with each `<#id>` as it is written. */
  prompt: number
  /** Beside attachments; 0: nothing but `<#id>`. */
  promptWithAttachments: number
  attachments: number
  kinds: readonly AttachmentKind[]
  /** Images of other types are converted, larger ones downscaled, where we can decode them. */
  images: { types: readonly string[]; maxBytes: number | null; maxSide: number | null }
  /** Of an attachment that is no image. */
  maxFileBytes: number | null
  /** Of all attachments together, because they travel inside one request. */
  maxTotalBytes: number | null
}

/** A file that the prompt may refer to as `<#id>`, and that the model gets to see. */
export type Reference = {
  id: string
  name: string
  mimeType: string
  size: number
  read(): Promise<Readable>
}

/** The settings of a video, complete: what was left out has the model's default. */
export type VideoConfigs = {
  resolution: string
  durationSeconds: number
  aspectRatio: string
  generateAudio: boolean
}

export type Job = {
  model: Model
  prompt: string
  references: readonly Reference[]
  /** null unless the model makes videos. */
  video: VideoConfigs | null
  /** Ours for this attempt, committed before the start: providers that keep it can find the job again by it. */
  clientReference: string
}

/** What a provider needs to name a job it has begun: plain JSON, stored; never a key, never a URL that carries one. */
export type Handle = Record<string, unknown>

/** The bytes that a model made. Their type is sniffed when they are stored, and not believed. */
export type Output = {
  /** Such as `mp4`: the file's name gets it as its ending. */
  extension: string
  body: Readable
}

/** A start either leaves something to poll, or, where the provider answers with the result itself, the output. */
export type Started = { handle: Handle } | { output: Output }

export type Progress =
  /** `progress` from 0 to 1 where the provider tells it. */
  | { state: 'RUNNING'; progress: number | null }
  /** A stage is over, and the next is to be paid for as well: the driver begins it with `next`. */
  | { state: 'NEXT' }
  | { state: 'SUCCEEDED'; handle?: Handle }
  | { state: 'FAILED'; failure: GenerationFailure }

/** A reference as the rules need it, before its bytes are read. */
export type ReferenceKind = Pick<Reference, 'id' | 'name' | 'mimeType' | 'size'>

export type JobRules = Omit<Job, 'references' | 'clientReference'> & { references: readonly ReferenceKind[] }

export type Provider = {
  name: ProviderName
  /** The most that run at once. */
  concurrency: number
  /** How long a job may take from its start, before it is given up. */
  deadlineSeconds: number
  /** How long to wait before the first look at a job, and between looks. */
  pollSeconds: number
  limits(model: Model): ModelLimits
  /** Other reasons why the provider would refuse the job, with paths into the request's body: asked before the 202. */
  validate(job: JobRules): FieldError[]
  /**
   * Begins the job: at most one paid call. Throws GenerationFailure where the provider surely has not begun it,
   * TryLater where it surely has not and says so, StorageAway where a reference cannot be read and nothing was sent; any
   * other error means that nobody knows.
   */
  start(job: Job, signal: AbortSignal): Promise<Started>
  /** Any error but a GenerationFailure is no news: it is asked again. */
  poll(handle: Handle, signal: AbortSignal): Promise<Progress>
  /** Begins the next stage, under the rules of `start`. */
  next?(handle: Handle, signal: AbortSignal): Promise<{ handle: Handle }>
  /** The bytes, with a URL that is fresh: asked for now, not remembered. */
  fetch(handle: Handle, signal: AbortSignal): Promise<Output>
  /**
   * The handle of a job begun under our reference, or null when there surely is none: then it is started again, with
   * the same reference. A provider whose starts cost nothing always answers null.
   */
  recover?(job: Job, signal: AbortSignal): Promise<Handle | null>
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
  // Those below are ours: a provider does not throw them.
  'provider_not_configured',
  'reference_gone',
  'reference_unreadable',
  'result_not_stored',
  'storage_unavailable',
  'cancelled',
] as const
export type FailureCode = (typeof failureCodes)[number]

/** The end of a job, in words for people: what happened, and what to do next. Never a prompt, a key or a URL. */
export class GenerationFailure extends Error {
  override name = 'GenerationFailure'
  readonly code: FailureCode
  /** Whether the same request may well succeed later. */
  readonly retryable: boolean

  constructor(code: FailureCode, message: string, retryable: boolean) {
    super(message)
    this.code = code
    this.retryable = retryable
  }
}

/** The provider has not begun the job, and says when it would take it: it is started again then. */
export class TryLater extends Error {
  override name = 'TryLater'
  readonly afterSeconds: number

  constructor(message: string, afterSeconds: number) {
    super(message)
    this.afterSeconds = afterSeconds
  }
}

/** Those that are configured, and which of them makes what. */
export type Providers = {
  named(name: string): Provider | undefined
  /** The model's own provider; without a key for it, the one that makes drafts; undefined where neither is there. */
  forModel(model: Model): Provider | undefined
  /** The most jobs that all of them together run at once. */
  concurrency: number
}
