// Veo, started and polled with the AI SDK's resumable calls. The SDK adds the key to the result URL, so only
// the operation's name is stored, and the key is sent in a header.
import { createGoogle } from '@ai-sdk/google'
import { experimental_getVideoStatus, experimental_startVideo } from 'ai'
import type { FieldError } from '../../core/errors.ts'
import type {
  GenerationRequest,
  Handle,
  Output,
  Progress,
  RequestToCheck,
  Started,
} from '../../core/provider.ts'
import { download, resultSource } from './download.ts'
import { callUnpaid, failedFor, failure } from './failures.ts'
import { googleBaseUrl, googleMeaning, googleLabel as label } from './google-errors.ts'
import { handleText, videoOf } from './handle.ts'
import { api, guardedFetch, type ProviderOptions, textAt } from './http.ts'
import {
  frameName,
  namedPrompt,
  type ReferenceBytes,
  readReferences,
  unsupportedSetting,
} from './references.ts'
import { frames, paidCall } from './sdk.ts'

const resultDomains = ['googleapis.com', 'googleusercontent.com', 'usercontent.google.com']
const resolutions: Record<string, `${number}x${number}`> = {
  '720p': '1280x720',
  '1080p': '1920x1080',
  '4k': '3840x2160',
}

export function validateVeo({ video }: RequestToCheck): FieldError[] {
  if (video?.generateAudio !== false) return []
  return [unsupportedSetting('generateAudio', 'Veo always generates audio through Google’s API.')]
}

/** Lite has no reference images; it takes a first frame and a last frame. */
function isLite(modelId: string): boolean {
  return modelId.includes('lite')
}

export async function startVeo(
  options: ProviderOptions,
  request: GenerationRequest,
  signal: AbortSignal,
): Promise<Started> {
  const { resolution, aspectRatio, durationSeconds } = videoOf(request)
  const references = await readReferences(request.references)
  const name = isLite(request.model.id) ? frameName : (number: number) => `reference image ${number}`
  const { operation } = await paidCall({
    label,
    meaning: googleMeaning,
    fetch: guardedFetch(api(label)),
    rehearsal: { name: 'rehearsal' },
    call: (fetch) =>
      experimental_startVideo({
        model: veoModel(options, request.model.id, fetch),
        prompt: namedPrompt(request.prompt, request.references, name),
        aspectRatio: aspectRatio as `${number}:${number}`,
        duration: durationSeconds,
        ...resolutionOf(resolution),
        ...images(request.model.id, references),
        maxRetries: 0,
        abortSignal: signal,
      }),
  })
  return { handle: { model: request.model.id, operationName: textAt(operation, 'operationName') } }
}

function resolutionOf(resolution: string) {
  const size = resolutions[resolution]
  if (!size) throw failure(label, 'unsupported_setting')
  return { resolution: size }
}

function images(modelId: string, references: readonly ReferenceBytes[]) {
  if (references.length === 0) return {}
  if (isLite(modelId)) return { frameImages: frames(references) }
  return { inputReferences: references.map(({ bytes, mimeType }) => ({ data: bytes, mediaType: mimeType })) }
}

export async function pollVeo(
  options: ProviderOptions,
  handle: Handle,
  signal: AbortSignal,
): Promise<Progress> {
  const status = await veoStatus(options, handle, signal)
  if (status === 'filtered') return { state: 'FAILED', failure: failure(label, 'content_policy') }
  if (status.status === 'error') return { state: 'FAILED', failure: failedFor(label, status.error) }
  return status.status === 'completed' ? { state: 'SUCCEEDED' } : { state: 'RUNNING', progress: null }
}

export async function fetchVeo(
  options: ProviderOptions,
  handle: Handle,
  signal: AbortSignal,
): Promise<Output> {
  const status = await veoStatus(options, handle, signal)
  if (status === 'filtered' || status.status !== 'completed') throw failure(label, 'provider_failed')
  const { google } = status.providerMetadata ?? {}
  // The URI as Google returns it, without the key that the SDK adds to `videos`.
  const uri = textAt((google as { videos?: unknown[] } | undefined)?.videos?.[0], 'uri')
  const source = {
    ...resultSource(label, options, googleBaseUrl, resultDomains),
    headers: { 'x-goog-api-key': options.apiKey },
  }
  return { extension: 'mp4', body: await download(source, uri, signal) }
}

async function veoStatus(options: ProviderOptions, handle: Handle, signal: AbortSignal) {
  const model = veoModel(options, handleText(handle, 'model'), guardedFetch(api(label)))
  const operation = { operationName: handleText(handle, 'operationName') }
  return callUnpaid(label, async () => {
    try {
      return await experimental_getVideoStatus(model, { operation, maxRetries: 0, abortSignal: signal })
    } catch (error) {
      // An operation that is done without a video: every result was filtered out.
      if (textAt(error, 'name') === 'GOOGLE_VIDEO_GENERATION_ERROR') return 'filtered' as const
      throw error
    }
  })
}

function veoModel({ apiKey, baseUrl }: ProviderOptions, modelId: string, fetch: typeof globalThis.fetch) {
  return createGoogle({ apiKey, baseURL: baseUrl ?? googleBaseUrl, fetch }).video(modelId)
}
