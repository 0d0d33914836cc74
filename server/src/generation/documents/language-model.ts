import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { TextModelConfig } from '../provider-config.ts'
import type { Meaning } from '../providers/failures.ts'
import { googleBaseUrl, googleMeaning } from '../providers/google-errors.ts'
import { textAt } from '../providers/http.ts'

export function languageModel(
  { kind, model, apiKey = '', baseUrl }: TextModelConfig,
  fetchVia: typeof fetch,
) {
  switch (kind) {
    case 'openai':
      return createOpenAI({ apiKey, baseURL: baseUrl ?? 'https://api.openai.com/v1', fetch: fetchVia })(model)
    case 'google':
      return createGoogle({ apiKey, baseURL: baseUrl ?? googleBaseUrl, fetch: fetchVia })(model)
    case 'compatible':
      return createOpenAICompatible({
        name: 'compatible',
        baseURL: baseUrl ?? '',
        fetch: fetchVia,
        ...(apiKey ? { apiKey } : {}),
      })(model)
  }
}

const codes: Record<string, 'provider_balance' | 'content_policy'> = {
  insufficient_quota: 'provider_balance',
  billing_hard_limit_reached: 'provider_balance',
  content_filter: 'content_policy',
  content_policy_violation: 'content_policy',
}

export function meaningOf({ kind }: TextModelConfig): Meaning {
  if (kind === 'google') return googleMeaning
  return ({ body }) => codes[textAt(body, 'error', 'code')] ?? null
}
