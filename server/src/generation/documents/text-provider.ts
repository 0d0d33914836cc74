// Documents written by a language model. The model returns Markdown; Typst typesets it when a PDF was
// requested.
import { Readable } from 'node:stream'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText } from 'ai'
import { GenerationFailure, type GenerationRequest, type Output, type Provider } from '../../core/provider.ts'
import { limitsOfProvider, providerLabels } from '../limits.ts'
import type { TextModelConfig } from '../provider-config.ts'
import { failure, type Meaning, startPaid } from '../providers/failures.ts'
import { googleBaseUrl, googleMeaning } from '../providers/google-errors.ts'
import { api, guardedFetch, megabyte, textAt } from '../providers/http.ts'
import { readReferences } from '../providers/references.ts'
import { nothingToPoll } from '../providers/sdk.ts'
import { imageName, type Material, messageParts, writingRules } from './messages.ts'
import { isImage } from './reference-types.ts'
import { typesetPdf } from './typeset.ts'

const label = providerLabels.text

export function createTextProvider(config: TextModelConfig, maxAnswerBytes = 4 * megabyte): Provider {
  // Node itself times out after five minutes.
  const fetch = guardedFetch(api(label, { timeoutSeconds: 290, maxAnswerBytes }))
  return {
    name: 'text',
    concurrency: 4,
    deadlineSeconds: 600,
    pollSeconds: 5,
    limits: limitsOfProvider,
    validate: () => [],
    async start(request, signal) {
      const material = await readMaterial(request)
      const markdown = await write(languageModel(config, fetch), config, request, material, signal)
      return { output: await asOutput(request, markdown, material, signal) }
    },
    poll: nothingToPoll,
    fetch: nothingToPoll,
  }
}

async function readMaterial({ references }: GenerationRequest): Promise<Material[]> {
  const read = await readReferences(references)
  return read.map(({ bytes }, index) => ({ ...references[index]!, bytes }))
}

async function write(
  model: ReturnType<typeof languageModel>,
  config: TextModelConfig,
  request: GenerationRequest,
  material: readonly Material[],
  signal: AbortSignal,
): Promise<string> {
  const { text, finishReason } = await startPaid(label, meaningOf(config), () =>
    generateText({
      model,
      instructions: writingRules(request.model.id === 'pdf'),
      messages: [{ role: 'user', content: messageParts(request.prompt, material) }],
      // A retry after a lost response would pay twice.
      maxRetries: 0,
      abortSignal: signal,
      // The provider does not store the response; Dailies holds the only copy.
      providerOptions: { openai: { store: false } },
    }),
  )
  if (finishReason === 'content-filter') throw failure(label, 'content_policy')
  const markdown = withoutFence(text.trim())
  if (!markdown) throw failure(label, 'provider_invalid_answer')
  return finishReason === 'length' ? `${markdown}\n\n${cutOff}\n` : `${markdown}\n`
}

const cutOff =
  '---\n\n*The document ends here because the model has reached the longest answer that it gives.*'

/** Models often wrap the whole document in a code block. */
function withoutFence(markdown: string): string {
  return /^(`{3,})(?:markdown|md)?\n(.*)\n\1$/s.exec(markdown)?.[2] ?? markdown
}

async function asOutput(
  { model }: GenerationRequest,
  markdown: string,
  material: readonly Material[],
  signal: AbortSignal,
): Promise<Output> {
  if (model.id !== 'pdf') return output('md', Buffer.from(markdown))
  const images = material.flatMap((reference, index) =>
    isImage(reference) ? [{ name: imageName(index), bytes: reference.bytes }] : [],
  )
  const words = { title: 'Document', description: 'Written by a language model', keywords: ['generated'] }
  try {
    return output('pdf', await typesetPdf({ markdown, ...words, banner: null, images }, signal))
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof GenerationFailure) throw error
    const message = 'The document was written but could not be set as a PDF. Retry, or ask for Markdown.'
    const unset = new GenerationFailure('provider_failed', message, true)
    unset.cause = error
    throw unset
  }
}

function output(extension: string, bytes: Uint8Array): Output {
  return { extension, body: Readable.from([bytes], { objectMode: false }) }
}

function languageModel({ kind, model, apiKey = '', baseUrl }: TextModelConfig, fetchVia: typeof fetch) {
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

function meaningOf({ kind }: TextModelConfig): Meaning {
  if (kind === 'google') return googleMeaning
  return ({ body }) => codes[textAt(body, 'error', 'code')] ?? null
}
