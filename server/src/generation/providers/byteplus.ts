// Seedance by BytePlus ModelArk.
import { z } from 'zod'
import type { GenerationRequest, Handle, Output, Progress, Provider, Started } from '../../core/provider.ts'
import { limitsOfProvider, providerLabels } from '../limits.ts'
import { download, resultSource } from './download.ts'
import { callUnpaid, failedFor, failure, type Meaning, startPaid } from './failures.ts'
import { handleText, videoOf } from './handle.ts'
import { api, baseUrlOf, bearer, callJson, type ProviderOptions, postJson, textAt } from './http.ts'
import { dataUri, namedPrompt, readReferences } from './references.ts'

const label = providerLabels.byteplus
const defaultBaseUrl = 'https://ark.ap-southeast.bytepluses.com'
const tasks = '/api/v3/contents/generations/tasks'
const resultDomains = ['volces.com', 'bytepluses.com']
const limits = api(label)

const modelIds: Record<string, string> = {
  'seedance-2.5': 'dreamina-seedance-2-5-260628',
  'seedance-2.0': 'dreamina-seedance-2-0-260128',
  'seedance-2.0-fast': 'dreamina-seedance-2-0-fast-260128',
  'seedance-2.0-mini': 'dreamina-seedance-2-0-mini-260615',
}

const Created = z.object({ id: z.string().min(1) })
const Task = z.object({
  status: z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled', 'expired']),
  content: z.object({ video_url: z.string().nullish() }).nullish(),
  error: z.object({ code: z.string().nullish(), message: z.string().nullish() }).nullish(),
})

export function createBytePlusProvider(options: ProviderOptions): Provider {
  return {
    name: 'byteplus',
    concurrency: 3,
    deadlineSeconds: 3600,
    pollSeconds: 10,
    limits: limitsOfProvider,
    validate: () => [],
    start: (request, signal) => start(options, request, signal),
    poll: (handle, signal) => poll(options, handle, signal),
    fetch: (handle, signal) => fetchResult(options, handle, signal),
    cancel: (handle, signal) => cancel(options, handle, signal),
  }
}

async function start(
  options: ProviderOptions,
  request: GenerationRequest,
  signal: AbortSignal,
): Promise<Started> {
  const body = await taskBody(request)
  const url = `${baseUrlOf(options, defaultBaseUrl)}${tasks}`
  const { id } = await startPaid(label, meaning, () =>
    callJson(limits, url, postJson(bearer(options.apiKey), body, signal), Created),
  )
  return { handle: { taskId: id } }
}

async function taskBody(request: GenerationRequest) {
  const { resolution, aspectRatio, durationSeconds, generateAudio } = videoOf(request)
  const text = namedPrompt(request.prompt, request.references, (number) => `@Image${number}`)
  const images = (await readReferences(request.references)).map((reference) => ({
    type: 'image_url',
    image_url: { url: dataUri(reference) },
    role: 'reference_image',
  }))
  return {
    model: modelIds[request.model.id],
    content: [{ type: 'text', text }, ...images],
    ratio: aspectRatio,
    resolution,
    duration: durationSeconds,
    generate_audio: generateAudio,
    watermark: false,
  }
}

async function poll(options: ProviderOptions, handle: Handle, signal: AbortSignal): Promise<Progress> {
  const { status, error } = await callUnpaid(label, () => task(options, handle, signal))
  if (status === 'succeeded') return { state: 'SUCCEEDED' }
  if (status === 'queued' || status === 'running') return { state: 'RUNNING', progress: null }
  return { state: 'FAILED', failure: failedFor(label, error?.code, error?.message) }
}

async function fetchResult(options: ProviderOptions, handle: Handle, signal: AbortSignal): Promise<Output> {
  const { content } = await callUnpaid(label, () => task(options, handle, signal))
  if (!content?.video_url) throw failure(label, 'provider_invalid_answer')
  const source = resultSource(label, options, defaultBaseUrl, resultDomains)
  return { extension: 'mp4', body: await download(source, content.video_url, signal) }
}

/** ModelArk cancels a queued task, and refuses once it runs. */
async function cancel(options: ProviderOptions, handle: Handle, signal: AbortSignal): Promise<void> {
  const init = { method: 'DELETE', headers: bearer(options.apiKey), signal }
  await callUnpaid(label, () => callJson(limits, taskUrl(options, handle), init, z.unknown()))
}

function task(options: ProviderOptions, handle: Handle, signal: AbortSignal) {
  return callJson(limits, taskUrl(options, handle), { headers: bearer(options.apiKey), signal }, Task)
}

function taskUrl(options: ProviderOptions, handle: Handle): string {
  return `${baseUrlOf(options, defaultBaseUrl)}${tasks}/${encodeURIComponent(handleText(handle, 'taskId'))}`
}

const meaning: Meaning = ({ body }) => {
  const code = textAt(body, 'error', 'code')
  if (/Overdue|InsufficientBalance|Arrears/.test(code)) return 'provider_balance'
  if (/Sensitive|PolicyViolation/.test(code)) return 'content_policy'
  return null
}
