// Kling 3.0. Kling stores the client reference of a task, so that a start whose response was lost can be
// found.
import { z } from 'zod'
import type { FieldError } from '../../core/errors.ts'
import type {
  GenerationRequest,
  Handle,
  Output,
  Progress,
  Provider,
  ReferenceKind,
  RequestToCheck,
  Started,
} from '../../core/provider.ts'
import { limitsOfProvider, providerLabels } from '../limits.ts'
import { download, resultSource } from './download.ts'
import {
  callUnpaid,
  failedFor,
  failure,
  type Meaning,
  Refused,
  type StartOutcome,
  startPaid,
} from './failures.ts'
import { handleText, videoOf } from './handle.ts'
import { api, baseUrlOf, bearer, callJson, type ProviderOptions, postJson, textAt } from './http.ts'
import { checkFrameRatio, frameName, namedPrompt, readReferences, unsupportedSetting } from './references.ts'

const label = providerLabels.kling
const defaultBaseUrl = 'https://api-singapore.klingai.com'
const resultDomains = ['klingai.com', 'kling.ai', 'kechuangai.com']
const limits = api(label)

/** Omni uses images as references; the other models use them as frames, and Turbo only as the first. */
const models: Record<string, { frames: boolean; audioIsOptional: boolean }> = {
  'kling-3.0-omni': { frames: false, audioIsOptional: true },
  'kling-3.0': { frames: true, audioIsOptional: true },
  'kling-3.0-turbo': { frames: true, audioIsOptional: false },
}

const Answer = z.object({ code: z.number(), data: z.unknown() })
const Task = z.object({
  id: z.string().min(1),
  status: z.enum(['submitted', 'processing', 'succeeded', 'failed']),
  message: z.string().nullish(),
  outputs: z.array(z.object({ type: z.string(), url: z.string().nullish() })).nullish(),
})

export function createKlingProvider(options: ProviderOptions): Provider {
  return {
    name: 'kling',
    concurrency: 3,
    deadlineSeconds: 3600,
    pollSeconds: 10,
    limits: limitsOfProvider,
    validate,
    start: (request, signal) => start(options, request, signal),
    poll: (handle, signal) => poll(options, handle, signal),
    fetch: (handle, signal) => fetchResult(options, handle, signal),
    recover: (request, signal) => recover(options, request, signal),
  }
}

function modelOf(id: string) {
  const model = models[id]
  if (!model) throw new Error(`Kling has no model ${id}.`)
  return model
}

function validate({ model, references, video }: RequestToCheck): FieldError[] {
  const { frames, audioIsOptional } = modelOf(model.id)
  const errors: FieldError[] = []
  if (frames && references.length > 0) errors.push(...checkFrameRatio(video?.aspectRatio, label))
  if (!audioIsOptional && video?.generateAudio === false) {
    errors.push(unsupportedSetting('generateAudio', 'Kling 3.0 Turbo always generates audio.'))
  }
  return errors
}

/** The prompt of Omni names references by the ids that they are sent with. */
function nameReferences(modelId: string, prompt: string, references: readonly ReferenceKind[]): string {
  const name = modelOf(modelId).frames ? frameName : (number: number) => `@image_${number}`
  return namedPrompt(prompt, references, name)
}

async function start(
  options: ProviderOptions,
  request: GenerationRequest,
  signal: AbortSignal,
): Promise<Started> {
  const body = await taskBody(request)
  const init = postJson(bearer(options.apiKey), body, signal)
  const { id } = await startPaid(label, meaning, () => call(options, path(request), init, Task))
  return { handle: { taskId: id } }
}

function path({ model, references }: GenerationRequest): string {
  if (!modelOf(model.id).frames) return `/omni-video/${model.id}`
  return references.length > 0 ? `/image-to-video/${model.id}` : `/text-to-video/${model.id}`
}

async function taskBody(request: GenerationRequest) {
  const { frames } = modelOf(request.model.id)
  const prompt = nameReferences(request.model.id, request.prompt, request.references)
  const settings = settingsOf(request)
  const options = { external_task_id: request.clientReference }
  if (frames && request.references.length === 0) return { prompt, settings, options }
  const images = await imageContents(request, frames)
  return { contents: [{ type: 'prompt', text: prompt }, ...images], settings, options }
}

async function imageContents(request: GenerationRequest, frames: boolean) {
  const references = await readReferences(request.references)
  return references.map(({ bytes }, i) => {
    // Plain base64, without the prefix of a data URI.
    const url = bytes.toString('base64')
    if (!frames) return { type: 'refer_image', url, id: `image_${i + 1}` }
    return { type: i === 0 ? 'first_frame' : 'last_frame', url }
  })
}

function settingsOf(request: GenerationRequest) {
  const { frames, audioIsOptional } = modelOf(request.model.id)
  const { resolution, aspectRatio, durationSeconds, generateAudio } = videoOf(request)
  return {
    resolution,
    duration: durationSeconds,
    // A first frame determines the ratio.
    ...(frames && request.references.length > 0 ? {} : { aspect_ratio: aspectRatio }),
    ...(audioIsOptional ? { audio: generateAudio ? 'native' : 'off', multi_shot: false } : {}),
  }
}

async function poll(options: ProviderOptions, handle: Handle, signal: AbortSignal): Promise<Progress> {
  const { status, message } = await callUnpaid(label, () => task(options, handle, signal))
  if (status === 'succeeded') return { state: 'SUCCEEDED' }
  if (status === 'failed') return { state: 'FAILED', failure: failedFor(label, message) }
  return { state: 'RUNNING', progress: null }
}

async function fetchResult(options: ProviderOptions, handle: Handle, signal: AbortSignal): Promise<Output> {
  const { outputs } = await callUnpaid(label, () => task(options, handle, signal))
  const url = outputs?.find(({ type }) => type === 'video')?.url
  if (!url) throw failure(label, 'provider_invalid_answer')
  const source = resultSource(label, options, defaultBaseUrl, resultDomains)
  return { extension: 'mp4', body: await download(source, url, signal) }
}

async function recover(
  options: ProviderOptions,
  request: GenerationRequest,
  signal: AbortSignal,
): Promise<Handle | null> {
  const [found] = await callUnpaid(label, () =>
    tasks(options, 'external_task_ids', request.clientReference, signal),
  )
  return found ? { taskId: found.id } : null
}

async function task(options: ProviderOptions, handle: Handle, signal: AbortSignal) {
  const [found] = await tasks(options, 'task_ids', handleText(handle, 'taskId'), signal)
  if (!found) throw new Refused(label, 404, undefined)
  return found
}

function tasks(options: ProviderOptions, by: string, id: string, signal: AbortSignal) {
  const init = { headers: bearer(options.apiKey), signal }
  return call(options, `/tasks?${by}=${encodeURIComponent(id)}`, init, z.array(Task))
}

/** Kling wraps every response in its own code, whatever the HTTP status. */
async function call<T>(options: ProviderOptions, path: string, init: RequestInit, schema: z.ZodType<T>) {
  const answer = await callJson(limits, `${baseUrlOf(options, defaultBaseUrl)}${path}`, init, Answer)
  if (answer.code !== 0) throw new Refused(label, 200, answer)
  return schema.parse(answer.data)
}

const codes: Record<string, StartOutcome> = {
  1101: 'provider_balance',
  1102: 'provider_balance',
  1301: 'content_policy',
  1302: 'later',
  1303: 'later',
}

const meaning: Meaning = ({ body }) => {
  const code = textAt(body, 'code')
  if (/^10\d\d$|^1103$|^1304$/.test(code)) return 'provider_rejected_key'
  if (codes[code]) return codes[code]
  // 1200 to 1299 are errors in the request; from 5000 on they are Kling's own.
  return /^12\d\d$/.test(code) ? 'provider_refused' : null
}
