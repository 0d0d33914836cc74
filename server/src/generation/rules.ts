// The rules of a request that go beyond its schema: the model table, and the tokens in the prompt.
import type { FieldError } from '../core/errors.ts'
import { type Model, outputTypes, type VideoSettings } from '../core/provider.ts'
import type { Configs } from './generation-row.ts'
import { findModel } from './generation-row.ts'
import { referenceTokens } from './references.ts'

/** The parts of a request that are valid; a part that does not match its schema is undefined. */
export type RequestParts = {
  outputType: unknown
  outputModel: unknown
  prompt: unknown
  attachments: unknown
  configs: unknown
}

export function requestErrors(request: RequestParts): FieldError[] {
  const { outputType, outputModel, prompt, configs } = request
  const model = typeof outputModel === 'string' ? findModel(outputModel) : undefined
  const ids = attachmentIds(request.attachments)
  const settings = typeof configs === 'object' && configs !== null ? (configs as Configs) : null
  return [
    ...(model ? [...typeErrors(model, outputType), ...configErrors(model, settings)] : []),
    ...repeated(ids),
    ...(typeof prompt === 'string' ? tokenErrors(prompt, ids) : []),
  ]
}

function attachmentIds(attachments: unknown): unknown[] {
  return Array.isArray(attachments) ? attachments.map((attachment) => attachment?.id) : []
}

function typeErrors(model: Model, outputType: unknown): FieldError[] {
  if (model.outputType === outputType || !outputTypes.some((type) => type === outputType)) return []
  const message = `The model ${model.id} makes ${model.outputType}, not ${outputType}.`
  return [{ path: '/outputModel', code: 'wrong_output_type', message }]
}

function configErrors({ id, video }: Model, configs: Configs | null): FieldError[] {
  if (configs === null) return []
  if (video !== null) return videoErrors(id, video, configs)
  return [{ path: '/configs', code: 'unexpected', message: 'Only video models have settings.' }]
}

function videoErrors(id: string, video: VideoSettings, configs: Configs): FieldError[] {
  const { resolution, durationSeconds, aspectRatio, generateAudio } = configs
  const { min, max } = video.durationSeconds
  const errors: FieldError[] = []
  const refuse = (name: string, message: string) =>
    errors.push({ path: `/configs/${name}`, code: 'unsupported_setting', message })
  const isOther = (value: unknown, known: readonly string[]) =>
    typeof value === 'string' && !known.includes(value)
  if (isOther(resolution, video.resolutions)) {
    refuse('resolution', `${id} supports ${video.resolutions.join(', ')}.`)
  }
  if (isOther(aspectRatio, video.aspectRatios)) {
    refuse('aspectRatio', `${id} supports ${video.aspectRatios.join(', ')}.`)
  }
  if (typeof durationSeconds === 'number' && !isWithin(durationSeconds, min, max)) {
    const range = min === max ? `${min}` : `${min} to ${max}`
    refuse('durationSeconds', `${id} supports durations of ${range} whole seconds.`)
  }
  if (generateAudio === true && !video.audio) refuse('generateAudio', `${id} does not support audio.`)
  return errors
}

function isWithin(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max
}

export function attachmentPath(index: number): string {
  return `/attachments/${index}/id`
}

function repeated(ids: unknown[]): FieldError[] {
  const message = 'This attachment is listed twice.'
  return ids.flatMap((id, i) =>
    id === undefined || ids.indexOf(id) === i
      ? []
      : [{ path: attachmentPath(i), code: 'duplicate', message }],
  )
}

function tokenErrors(prompt: string, ids: unknown[]): FieldError[] {
  const named = new Set([...prompt.matchAll(referenceTokens)].map(([, id]) => id))
  return [...named]
    .filter((id) => !ids.includes(id))
    .map((id) => {
      const message = `<#${id}> does not name an attachment of this request.`
      return { path: '/prompt', code: 'unknown_reference', message }
    })
}
