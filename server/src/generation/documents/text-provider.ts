// Documents by a language model: it writes Markdown, and Typst sets it where a PDF is asked for.
import { Readable } from 'node:stream'
import { generateText } from 'ai'
import { GenerationFailure, type Job, type Output, type Provider } from '../../core/provider.ts'
import { limitsOfProvider, providerLabels } from '../limits.ts'
import type { TextModelConfig } from '../provider-config.ts'
import { begin, failure } from '../providers/failures.ts'
import { api, guardedFetch, megabyte } from '../providers/http.ts'
import { readReferences } from '../providers/references.ts'
import { nothingToPoll } from '../providers/sdk.ts'
import { languageModel, meaningOf } from './language-model.ts'
import { type Material, messageParts, pictureName, writingRules } from './messages.ts'
import { isPicture } from './reference-types.ts'
import { typesetPdf } from './typeset.ts'

const label = providerLabels.text

export function createTextProvider(config: TextModelConfig, maxAnswerBytes = 4 * megabyte): Provider {
  // Node itself gives up after five minutes.
  const fetch = guardedFetch(api(label, { timeoutSeconds: 290, maxAnswerBytes }))
  return {
    name: 'text',
    concurrency: 4,
    deadlineSeconds: 600,
    pollSeconds: 5,
    limits: limitsOfProvider,
    validate: () => [],
    async start(job, signal) {
      const material = await readMaterial(job)
      const markdown = await write(languageModel(config, fetch), config, job, material, signal)
      return { output: await asOutput(job, markdown, material, signal) }
    },
    poll: nothingToPoll,
    fetch: nothingToPoll,
  }
}

async function readMaterial({ references }: Job): Promise<Material[]> {
  const read = await readReferences(references)
  return read.map(({ bytes }, index) => ({ ...references[index]!, bytes }))
}

async function write(
  model: ReturnType<typeof languageModel>,
  config: TextModelConfig,
  job: Job,
  material: readonly Material[],
  signal: AbortSignal,
): Promise<string> {
  const { text, finishReason } = await begin(label, meaningOf(config), () =>
    generateText({
      model,
      instructions: writingRules(job.model.id === 'pdf'),
      messages: [{ role: 'user', content: messageParts(job.prompt, material) }],
      // A retry after a dropped answer would pay twice.
      maxRetries: 0,
      abortSignal: signal,
      // What was written is kept here and nowhere else.
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

/** Models like to wrap a whole document in a block of code. */
function withoutFence(markdown: string): string {
  return /^(`{3,})(?:markdown|md)?\n(.*)\n\1$/s.exec(markdown)?.[2] ?? markdown
}

async function asOutput(
  { model }: Job,
  markdown: string,
  material: readonly Material[],
  signal: AbortSignal,
): Promise<Output> {
  if (model.id !== 'pdf') return output('md', Buffer.from(markdown))
  const pictures = material.flatMap((reference, index) =>
    isPicture(reference) ? [{ name: pictureName(index), bytes: reference.bytes }] : [],
  )
  const words = { title: 'Document', description: 'Written by a language model', keywords: ['generated'] }
  try {
    return output('pdf', await typesetPdf({ markdown, ...words, banner: null, pictures }, signal))
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
