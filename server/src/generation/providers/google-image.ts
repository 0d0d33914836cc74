// Gemini's image models, which return the image itself.
import { createGoogle } from '@ai-sdk/google'
import { generateImage, NoImageGeneratedError } from 'ai'
import type { GenerationRequest, Started } from '../../core/provider.ts'
import { failedFor, failure } from './failures.ts'
import { googleBaseUrl, googleMeaning, googleLabel as label } from './google-errors.ts'
import { api, guardedFetch, megabyte, type ProviderOptions, textAt } from './http.ts'
import { namedPrompt, readReferences } from './references.ts'
import { imageOutput, imagePrompt, paidCall } from './sdk.ts'

export async function startImage(
  options: ProviderOptions,
  request: GenerationRequest,
  signal: AbortSignal,
): Promise<Started> {
  const maxBytes = options.maxResultBytes ?? 64 * megabyte
  const limits = api(label, { timeoutSeconds: 290, maxAnswerBytes: Math.ceil(maxBytes * 1.34) })
  const references = await readReferences(request.references)
  const named = namedPrompt(request.prompt, request.references, (number) => `image ${number}`)
  const prompt = imagePrompt(named, references)
  const { image } = await paidCall({
    label,
    meaning: googleMeaning,
    fetch: guardedFetch(limits),
    rehearsal,
    async call(fetch) {
      const { apiKey, baseUrl } = options
      const model = createGoogle({ apiKey, baseURL: baseUrl ?? googleBaseUrl, fetch }).image(request.model.id)
      return generateImage({ model, prompt, maxRetries: 0, abortSignal: signal }).catch(asFailure)
    },
  })
  return { output: imageOutput(image) }
}

const inlineData = { mimeType: 'image/png', data: 'iVBORw0KGgo=' }
const rehearsal = { candidates: [{ content: { parts: [{ inlineData }] }, finishReason: 'STOP' }] }

/** A response without an image says why: the prompt or the image was blocked. */
function asFailure(error: unknown): never {
  if (!NoImageGeneratedError.isInstance(error)) throw error
  const metadata = error.calls?.[0]?.providerMetadata
  if (textAt(metadata, 'google', 'promptFeedback', 'blockReason')) throw failure(label, 'content_policy')
  throw failedFor(label, textAt(metadata, 'google', 'finishReason'))
}
