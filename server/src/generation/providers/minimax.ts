// MiniMax H3, with the AI SDK's resumable calls.
import { createMiniMax } from '@ai-sdk/minimax'
import { experimental_getVideoStatus, experimental_startVideo } from 'ai'
import type { FieldError } from '../../core/errors.ts'
import type {
  GenerationRequest,
  Handle,
  Output,
  Progress,
  Provider,
  RequestToCheck,
  Started,
} from '../../core/provider.ts'
import { limitsOfProvider, providerLabels } from '../limits.ts'
import { download, resultSource } from './download.ts'
import { callUnpaid, failedFor, failure, type Meaning } from './failures.ts'
import { handleText, videoOf } from './handle.ts'
import { api, guardedFetch, type ProviderOptions, textAt } from './http.ts'
import {
  checkFrameRatio,
  frameName,
  namedPrompt,
  type ReferenceBytes,
  readReferences,
  unsupportedSetting,
} from './references.ts'
import { frames, paidCall } from './sdk.ts'

const label = providerLabels.minimax
const defaultBaseUrl = 'https://api.minimax.io'
/** MiniMax stores results under its own domains and in buckets of Alibaba Cloud. */
const resultDomains = ['minimax.io', 'minimaxi.com', 'hailuoai.video', 'aliyuncs.com']

/** H3 takes references; H3 Max takes a first frame and a last frame. */
const models: Record<string, { id: string; frames: boolean; resolutions: Record<string, string> }> = {
  'minimax-h3': { id: 'MiniMax-H3', frames: false, resolutions: { '768p': '768P', '2k': '2K' } },
  'minimax-h3-max': { id: 'MiniMax-H3-Max', frames: true, resolutions: { '480p': '480P', '768p': '768P' } },
}

export function createMiniMaxProvider(options: ProviderOptions): Provider {
  return {
    name: 'minimax',
    concurrency: 3,
    deadlineSeconds: 3600,
    pollSeconds: 10,
    limits: limitsOfProvider,
    validate,
    start: (request, signal) => start(options, request, signal),
    poll: (handle, signal) => poll(options, handle, signal),
    fetch: (handle, signal) => fetchResult(options, handle, signal),
  }
}

function modelOf(id: string) {
  const model = models[id]
  if (!model) throw new Error(`MiniMax has no model ${id}.`)
  return model
}

function validate({ model, references, video }: RequestToCheck): FieldError[] {
  const { frames, resolutions } = modelOf(model.id)
  const errors: FieldError[] = []
  if (video && !resolutions[video.resolution]) {
    const message = `MiniMax generates ${Object.keys(resolutions).join(' and ')} with this model.`
    errors.push(unsupportedSetting('resolution', message))
  }
  if (frames && references.length > 0) errors.push(...checkFrameRatio(video?.aspectRatio, label))
  return errors
}

async function start(
  options: ProviderOptions,
  request: GenerationRequest,
  signal: AbortSignal,
): Promise<Started> {
  const { id, frames, resolutions } = modelOf(request.model.id)
  const { resolution, aspectRatio, durationSeconds } = videoOf(request)
  const tier = resolutions[resolution]
  if (!tier) throw failure(label, 'unsupported_setting')
  const references = await readReferences(request.references)
  const { operation } = await paidCall({
    label,
    meaning,
    fetch: guardedFetch(api(label)),
    rehearsal: { task_id: 'rehearsal' },
    call: (fetch) =>
      experimental_startVideo({
        model: videoModel(options, id, fetch),
        prompt: namedPrompt(
          request.prompt,
          request.references,
          frames ? frameName : (number) => `image ${number}`,
        ),
        duration: durationSeconds,
        providerOptions: { minimax: { resolution: tier } },
        ...images(frames, references, aspectRatio),
        maxRetries: 0,
        abortSignal: signal,
      }),
  })
  return { handle: { model: id, operation } }
}

/** Frames determine the ratio; the SDK warns when one is given as well. */
function images(asFrames: boolean, references: readonly ReferenceBytes[], aspectRatio: string) {
  if (asFrames && references.length > 0) return { frameImages: frames(references) }
  const inputReferences = references.map(({ bytes, mimeType }) => ({ data: bytes, mediaType: mimeType }))
  return { inputReferences, aspectRatio: aspectRatio as `${number}:${number}` }
}

async function poll(options: ProviderOptions, handle: Handle, signal: AbortSignal): Promise<Progress> {
  const status = await videoStatus(options, handle, signal)
  if (status.status === 'error') return { state: 'FAILED', failure: failedFor(label, status.error) }
  return status.status === 'completed' ? { state: 'SUCCEEDED' } : { state: 'RUNNING', progress: null }
}

async function fetchResult(options: ProviderOptions, handle: Handle, signal: AbortSignal): Promise<Output> {
  const status = await videoStatus(options, handle, signal)
  if (status.status !== 'completed') throw failure(label, 'provider_failed')
  const source = resultSource(label, options, defaultBaseUrl, resultDomains)
  return { extension: 'mp4', body: await download(source, textAt(status.videos[0], 'url'), signal) }
}

function videoStatus(options: ProviderOptions, handle: Handle, signal: AbortSignal) {
  const model = videoModel(options, handleText(handle, 'model'), guardedFetch(api(label)))
  const operation = handle.operation as { taskId: string }
  return callUnpaid(label, () =>
    experimental_getVideoStatus(model, { operation, maxRetries: 0, abortSignal: signal }),
  )
}

function videoModel({ apiKey, baseUrl }: ProviderOptions, modelId: string, fetch: typeof globalThis.fetch) {
  return createMiniMax({ apiKey, videoBaseURL: baseUrl ?? defaultBaseUrl, fetch }).video(modelId)
}

/** The names of the errors are assumed from MiniMax's other APIs. */
const meaning: Meaning = ({ body }) => {
  const type = textAt(body, 'error', 'type')
  if (/balance/.test(type)) return 'provider_balance'
  if (/sensitive|content|policy/.test(type)) return 'content_policy'
  return null
}
