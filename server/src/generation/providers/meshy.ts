// Meshy 7. Images become a 3D model directly; text becomes an image first, and that image a 3D model.
import { z } from 'zod'
import type {
  GenerationRequest,
  Handle,
  Output,
  Progress,
  Provider,
  ReferenceKind,
  Started,
} from '../../core/provider.ts'
import { limitsOfProvider, providerLabels } from '../limits.ts'
import { download, resultSource } from './download.ts'
import { callUnpaid, failedFor, failure, type Meaning, startPaid } from './failures.ts'
import { handleText } from './handle.ts'
import { api, baseUrlOf, bearer, callJson, type ProviderOptions, postJson, textAt } from './http.ts'
import { dataUri, namedPrompt, readReferences } from './references.ts'

const label = providerLabels.meshy
const defaultBaseUrl = 'https://api.meshy.ai'
const resultDomains = ['meshy.ai']
const limits = api(label)

/**
 * The endpoint of each kind of task. The handle names the kind, so that a poll knows which stage it reads.
 */
const kinds = ['text-to-image', 'image-to-3d', 'multi-image-to-3d'] as const
type Kind = (typeof kinds)[number]

const Created = z.object({ result: z.string().min(1) })
const Task = z.object({
  status: z.enum(['PENDING', 'IN_PROGRESS', 'SUCCEEDED', 'FAILED', 'CANCELED']),
  progress: z.number().nullish(),
  model_urls: z.object({ glb: z.string().nullish() }).nullish(),
  task_error: z.object({ message: z.string().nullish() }).nullish(),
})

export function createMeshyProvider(options: ProviderOptions): Provider {
  return {
    name: 'meshy',
    concurrency: 3,
    deadlineSeconds: 3600,
    pollSeconds: 5,
    limits: limitsOfProvider,
    validate: () => [],
    start: (request, signal) => start(options, request, signal),
    poll: (handle, signal) => poll(options, handle, signal),
    next: (handle, signal) => startModel(options, handle, signal),
    fetch: (handle, signal) => fetchResult(options, handle, signal),
    cancel: (handle, signal) => cancel(options, handle, signal),
  }
}

function named(prompt: string, references: readonly ReferenceKind[]): string {
  return namedPrompt(prompt, references, (number) => `image ${number}`)
}

async function start(
  options: ProviderOptions,
  request: GenerationRequest,
  signal: AbortSignal,
): Promise<Started> {
  if (request.references.length === 0) {
    const body = { ai_model: 'nano-banana-pro', prompt: request.prompt }
    return { handle: await createTask(options, 'text-to-image', body, signal) }
  }
  const images = (await readReferences(request.references)).map(dataUri)
  const body = { ...modelBody, texture_prompt: named(request.prompt, request.references) }
  if (images.length === 1) {
    return { handle: await createTask(options, 'image-to-3d', { ...body, image_url: images[0] }, signal) }
  }
  return { handle: await createTask(options, 'multi-image-to-3d', { ...body, image_urls: images }, signal) }
}

const modelBody = { ai_model: 'meshy-7', should_texture: true, enable_pbr: true }

async function createTask(
  options: ProviderOptions,
  kind: Kind,
  body: object,
  signal: AbortSignal,
): Promise<Handle> {
  const init = postJson(bearer(options.apiKey), body, signal)
  const { result } = await startPaid(label, meaning, () =>
    callJson(limits, url(options, kind), init, Created),
  )
  return { kind, taskId: result }
}

async function poll(options: ProviderOptions, handle: Handle, signal: AbortSignal): Promise<Progress> {
  const { status, progress, task_error } = await callUnpaid(label, () => task(options, handle, signal))
  const isImage = kindOf(handle) === 'text-to-image'
  if (status === 'FAILED' || status === 'CANCELED') {
    return { state: 'FAILED', failure: failedFor(label, task_error?.message) }
  }
  if (status === 'SUCCEEDED') return { state: isImage ? 'NEXT' : 'SUCCEEDED' }
  const done = (progress ?? 0) / 100
  // An image takes seconds and a 3D model minutes: the first stage counts as a tenth of the progress.
  return { state: 'RUNNING', progress: isImage ? done * 0.1 : done }
}

async function startModel(options: ProviderOptions, handle: Handle, signal: AbortSignal) {
  const body = { ...modelBody, input_task_id: handleText(handle, 'taskId') }
  return { handle: await createTask(options, 'image-to-3d', body, signal) }
}

async function fetchResult(options: ProviderOptions, handle: Handle, signal: AbortSignal): Promise<Output> {
  const { model_urls } = await callUnpaid(label, () => task(options, handle, signal))
  if (!model_urls?.glb) throw failure(label, 'provider_invalid_answer')
  const source = resultSource(label, options, defaultBaseUrl, resultDomains)
  return { extension: 'glb', body: await download(source, model_urls.glb, signal) }
}

/** Meshy cancels a task only by deleting it. */
async function cancel(options: ProviderOptions, handle: Handle, signal: AbortSignal): Promise<void> {
  const init = { method: 'DELETE', headers: bearer(options.apiKey), signal }
  await callUnpaid(label, () => callJson(limits, taskUrl(options, handle), init, z.unknown()))
}

function task(options: ProviderOptions, handle: Handle, signal: AbortSignal) {
  return callJson(limits, taskUrl(options, handle), { headers: bearer(options.apiKey), signal }, Task)
}

function taskUrl(options: ProviderOptions, handle: Handle): string {
  return `${url(options, kindOf(handle))}/${encodeURIComponent(handleText(handle, 'taskId'))}`
}

function kindOf(handle: Handle): Kind {
  const kind = kinds.find((name) => name === handle.kind)
  if (!kind) throw new Error('The handle lacks kind.')
  return kind
}

function url(options: ProviderOptions, kind: Kind): string {
  return `${baseUrlOf(options, defaultBaseUrl)}/openapi/v1/${kind}`
}

/** Meshy has no error codes, only a message. */
const meaning: Meaning = ({ status, body }) => {
  const policy = /moderat|nsfw|policy|sensitive|inappropriate/i.test(textAt(body, 'message'))
  return (status === 400 || status === 422) && policy ? 'content_policy' : null
}
