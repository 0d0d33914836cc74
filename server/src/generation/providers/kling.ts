// Kling 3.0. It keeps our reference of a task, so that a start whose answer was lost can be found again.
import { z } from 'zod'
import type { FieldError } from '../../core/errors.ts'
import type {
  Handle,
  Job,
  JobRules,
  Output,
  Progress,
  Provider,
  ReferenceKind,
  Started,
} from '../../core/provider.ts'
import { limitsOfProvider, providerLabels } from '../limits.ts'
import { download, resultSource } from './download.ts'
import { begin, failedFor, failure, look, type Meaning, Refused, type Verdict } from './failures.ts'
import { api, baseUrlOf, bearer, callJson, type ProviderOptions, postJson, textAt } from './http.ts'
import { heldText, videoOf } from './job.ts'
import { checkFrameRatio, frameName, namedPrompt, readReferences, unsupportedSetting } from './references.ts'

const label = providerLabels.kling
const defaultBaseUrl = 'https://api-singapore.klingai.com'
const resultDomains = ['klingai.com', 'kling.ai', 'kechuangai.com']
const limits = api(label)

/** Omni sees pictures as references; the others take them as frames, and Turbo only the first. */
const models: Record<string, { frames: boolean; soundChoice: boolean }> = {
  'kling-3.0-omni': { frames: false, soundChoice: true },
  'kling-3.0': { frames: true, soundChoice: true },
  'kling-3.0-turbo': { frames: true, soundChoice: false },
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
    start: (job, signal) => start(options, job, signal),
    poll: (handle, signal) => poll(options, handle, signal),
    fetch: (handle, signal) => fetchResult(options, handle, signal),
    recover: (job, signal) => recover(options, job, signal),
  }
}

function modelOf(id: string) {
  const model = models[id]
  if (!model) throw new Error(`Kling has no model ${id}.`)
  return model
}

function validate({ model, references, video }: JobRules): FieldError[] {
  const { frames, soundChoice } = modelOf(model.id)
  const errors: FieldError[] = []
  if (frames && references.length > 0) errors.push(...checkFrameRatio(video?.aspectRatio, label))
  if (!soundChoice && video?.generateAudio === false) {
    errors.push(unsupportedSetting('generateAudio', 'Kling 3.0 Turbo always makes sound.'))
  }
  return errors
}

/** A prompt names the references of Omni by the ids that they are sent with. */
function nameReferences(modelId: string, prompt: string, references: readonly ReferenceKind[]): string {
  const name = modelOf(modelId).frames ? frameName : (number: number) => `@image_${number}`
  return namedPrompt(prompt, references, name)
}

async function start(options: ProviderOptions, job: Job, signal: AbortSignal): Promise<Started> {
  const body = await taskBody(job)
  const init = postJson(bearer(options.apiKey), body, signal)
  const { id } = await begin(label, meaning, () => call(options, path(job), init, Task))
  return { handle: { taskId: id } }
}

function path({ model, references }: Job): string {
  if (!modelOf(model.id).frames) return `/omni-video/${model.id}`
  return references.length > 0 ? `/image-to-video/${model.id}` : `/text-to-video/${model.id}`
}

async function taskBody(job: Job) {
  const { frames } = modelOf(job.model.id)
  const prompt = nameReferences(job.model.id, job.prompt, job.references)
  const settings = settingsOf(job)
  const options = { external_task_id: job.clientReference }
  if (frames && job.references.length === 0) return { prompt, settings, options }
  const pictures = await pictureContents(job, frames)
  return { contents: [{ type: 'prompt', text: prompt }, ...pictures], settings, options }
}

async function pictureContents(job: Job, frames: boolean) {
  const references = await readReferences(job.references)
  return references.map(({ bytes }, i) => {
    // Base64 as it is, without the head of a data URI.
    const url = bytes.toString('base64')
    if (!frames) return { type: 'refer_image', url, id: `image_${i + 1}` }
    return { type: i === 0 ? 'first_frame' : 'last_frame', url }
  })
}

function settingsOf(job: Job) {
  const { frames, soundChoice } = modelOf(job.model.id)
  const { resolution, aspectRatio, durationSeconds, generateAudio } = videoOf(job)
  return {
    resolution,
    duration: durationSeconds,
    // A first frame brings its ratio.
    ...(frames && job.references.length > 0 ? {} : { aspect_ratio: aspectRatio }),
    ...(soundChoice ? { audio: generateAudio ? 'native' : 'off', multi_shot: false } : {}),
  }
}

async function poll(options: ProviderOptions, handle: Handle, signal: AbortSignal): Promise<Progress> {
  const { status, message } = await look(label, () => task(options, handle, signal))
  if (status === 'succeeded') return { state: 'SUCCEEDED' }
  if (status === 'failed') return { state: 'FAILED', failure: failedFor(label, message) }
  return { state: 'RUNNING', progress: null }
}

async function fetchResult(options: ProviderOptions, handle: Handle, signal: AbortSignal): Promise<Output> {
  const { outputs } = await look(label, () => task(options, handle, signal))
  const url = outputs?.find(({ type }) => type === 'video')?.url
  if (!url) throw failure(label, 'provider_invalid_answer')
  const source = resultSource(label, options, defaultBaseUrl, resultDomains)
  return { extension: 'mp4', body: await download(source, url, signal) }
}

async function recover(options: ProviderOptions, job: Job, signal: AbortSignal): Promise<Handle | null> {
  const [found] = await look(label, () => tasks(options, 'external_task_ids', job.clientReference, signal))
  return found ? { taskId: found.id } : null
}

async function task(options: ProviderOptions, handle: Handle, signal: AbortSignal) {
  const [found] = await tasks(options, 'task_ids', heldText(handle, 'taskId'), signal)
  if (!found) throw new Refused(label, 404, undefined)
  return found
}

function tasks(options: ProviderOptions, by: string, id: string, signal: AbortSignal) {
  const init = { headers: bearer(options.apiKey), signal }
  return call(options, `/tasks?${by}=${encodeURIComponent(id)}`, init, z.array(Task))
}

/** Kling wraps every answer in a code of its own, whatever the status. */
async function call<T>(options: ProviderOptions, path: string, init: RequestInit, schema: z.ZodType<T>) {
  const answer = await callJson(limits, `${baseUrlOf(options, defaultBaseUrl)}${path}`, init, Answer)
  if (answer.code !== 0) throw new Refused(label, 200, answer)
  return schema.parse(answer.data)
}

const codes: Record<string, Verdict> = {
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
  // 1200 to 1299 are mistakes in the request; from 5000 on they are Kling's own.
  return /^12\d\d$/.test(code) ? 'provider_refused' : null
}
