// The configured vision model. The answer to the paid request is the result itself: there is nothing to look up, so a request is
// never repeated unless the provider said that it did nothing. Prompts, images and answers are never logged.
import type { ReviewModelConfig } from './provider-config.ts'
import { type Meaning, startPaid } from './providers/failures.ts'
import { googleBaseUrl, googleMeaning } from './providers/google-errors.ts'
import { api, guardedFetch, megabyte, textAt } from './providers/http.ts'
import { AnswerSchema, type StoredAnswer, type Usage } from './review-answer.ts'
import type { ReviewRequest } from './review-prompt.ts'

const label = 'The review model'

/** Also the most that a request reserves of the budget for its answer. */
export const maxOutputTokens = 16_000

export type ReviewModel = {
  /** As REVIEW_MODEL names it. */
  name: string
  /** US dollars; null if no prices are configured. */
  costOf(usage: Usage): number | null
  /**
   * Makes the paid request, and returns the answer as text: the caller stores it before it is read.
   * Throws `TryLater` if nothing was paid, `GenerationFailure` if it is final; any other error: unknown.
   */
  ask(request: ReviewRequest, signal: AbortSignal): Promise<string>
}

/** Loads the AI SDK with the first request. */
export function createReviewModel(config: ReviewModelConfig): ReviewModel {
  const { name, prices } = config
  const fetchVia = guardedFetch(api(label, { timeoutSeconds: 600, maxAnswerBytes: 4 * megabyte }))
  return {
    name,
    costOf({ inputTokens, outputTokens }) {
      if (prices === undefined || inputTokens === null || outputTokens === null) return null
      return (inputTokens * prices.input + outputTokens * prices.output) / 1_000_000
    },
    ask: ({ instructions, content }, signal) =>
      startPaid(label, meaningOf(config), async () => {
        const { generateText, NoObjectGeneratedError, Output } = await import('ai')
        const model = await languageModel(config, fetchVia)
        try {
          const { text, finishReason, usage } = await generateText({
            model,
            instructions,
            messages: [{ role: 'user', content }],
            output: Output.object({ schema: AnswerSchema }),
            maxOutputTokens,
            // A retry after a lost response would pay twice.
            maxRetries: 0,
            abortSignal: signal,
            // The provider does not store the response.
            providerOptions: { openai: { store: false } },
          })
          return stored(text, finishReason, usage)
        } catch (error) {
          // The model answered, and the answer does not fit the schema: it is stored and judged like any other.
          if (!NoObjectGeneratedError.isInstance(error)) throw error
          return stored(error.text ?? '', error.finishReason ?? 'unknown', error.usage)
        }
      }),
  }
}

type SdkUsage = { inputTokens?: number | undefined; outputTokens?: number | undefined } | undefined

function stored(text: string, finishReason: string, usage: SdkUsage): string {
  const answer: StoredAnswer = {
    ...{ text, finishReason },
    inputTokens: usage?.inputTokens ?? null,
    outputTokens: usage?.outputTokens ?? null,
  }
  return JSON.stringify(answer)
}

async function languageModel(config: ReviewModelConfig, fetchVia: typeof fetch) {
  const { kind, model, apiKey = '', baseUrl } = config
  switch (kind) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai')
      return createOpenAI({ apiKey, baseURL: baseUrl ?? 'https://api.openai.com/v1', fetch: fetchVia })(model)
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google')
      return createGoogle({ apiKey, baseURL: baseUrl ?? googleBaseUrl, fetch: fetchVia })(model)
    }
    case 'compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      const key = apiKey ? { apiKey } : {}
      const settings = { name: 'compatible', baseURL: baseUrl ?? '', supportsStructuredOutputs: true }
      return createOpenAICompatible({ ...settings, fetch: fetchVia, ...key })(model)
    }
  }
}

const codes: Record<string, 'provider_balance' | 'content_policy'> = {
  insufficient_quota: 'provider_balance',
  billing_hard_limit_reached: 'provider_balance',
  content_filter: 'content_policy',
  content_policy_violation: 'content_policy',
}

function meaningOf({ kind }: ReviewModelConfig): Meaning {
  if (kind === 'google') return googleMeaning
  return ({ body }) => codes[textAt(body, 'error', 'code')] ?? null
}

/** An upper bound of the tokens of a request: providers count an image of 784 pixels as at most 1,600, and a token as 3 bytes or more. */
export function mostTokens({ instructions, content }: ReviewRequest): Usage {
  const texts = content.reduce(
    (sum, part) => sum + (part.type === 'text' ? bytes(part.text) : 0),
    bytes(instructions),
  )
  const images = content.filter(({ type }) => type === 'file').length
  return { inputTokens: Math.ceil(texts / 2) + images * 1_600 + 1_000, outputTokens: maxOutputTokens }
}

function bytes(text: string): number {
  return Buffer.byteLength(text)
}
