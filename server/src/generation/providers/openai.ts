// GPT Image by OpenAI, which returns the image itself. Attached images make the call an edit.
import { createOpenAI } from '@ai-sdk/openai'
import { generateImage } from 'ai'
import type { GenerationRequest, Provider, Started } from '../../core/provider.ts'
import { limitsOfProvider, providerLabels } from '../limits.ts'
import type { Meaning } from './failures.ts'
import { api, guardedFetch, megabyte, type ProviderOptions, textAt } from './http.ts'
import { namedPrompt, readReferences } from './references.ts'
import { imageOutput, imagePrompt, nothingToPoll, paidCall } from './sdk.ts'

const label = providerLabels.openai
const defaultBaseUrl = 'https://api.openai.com/v1'

export function createOpenAiProvider({ apiKey, baseUrl, maxResultBytes }: ProviderOptions): Provider {
  const maxBytes = maxResultBytes ?? 64 * megabyte
  // The image is base64, a third longer. Large images take minutes; Node itself times out after five.
  const limits = api(label, { timeoutSeconds: 290, maxAnswerBytes: Math.ceil(maxBytes * 1.34) })

  async function start(request: GenerationRequest, signal: AbortSignal): Promise<Started> {
    const references = await readReferences(request.references)
    const prompt = imagePrompt(nameReferences(request), references)
    const { image } = await paidCall({
      label,
      meaning,
      fetch: guardedFetch(limits),
      rehearsal: { data: [{ b64_json: 'iVBORw0KGgo=' }] },
      call(fetch) {
        const model = createOpenAI({ apiKey, baseURL: baseUrl ?? defaultBaseUrl, fetch }).image(
          request.model.id,
        )
        return generateImage({ model, prompt, maxRetries: 0, abortSignal: signal })
      },
    })
    return { output: imageOutput(image) }
  }

  return {
    name: 'openai',
    concurrency: 4,
    deadlineSeconds: 900,
    pollSeconds: 5,
    limits: limitsOfProvider,
    validate: () => [],
    start,
    poll: nothingToPoll,
    fetch: nothingToPoll,
  }
}

function nameReferences({ prompt, references }: GenerationRequest): string {
  return namedPrompt(prompt, references, (number) => `image ${number}`)
}

const codes: Record<string, 'provider_balance' | 'content_policy'> = {
  insufficient_quota: 'provider_balance',
  billing_hard_limit_reached: 'provider_balance',
  moderation_blocked: 'content_policy',
  content_policy_violation: 'content_policy',
}

const meaning: Meaning = ({ body }) => codes[textAt(body, 'error', 'code')] ?? null
