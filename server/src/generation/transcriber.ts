// Speech-to-text at an endpoint that is compatible with OpenAI's. The answer to the paid request is the result itself: there is
// nothing to look up, so a request is never repeated unless the service said that it did nothing.
import { openAsBlob } from 'node:fs'
import { z } from 'zod'
import { GenerationFailure } from '../core/provider.ts'
import type { TranscriberConfig } from './provider-config.ts'
import { startPaid } from './providers/failures.ts'
import { api, bearer, guardedFetch, megabyte, textAt } from './providers/http.ts'

const label = 'The transcription service'

export type Transcript = {
  segments: { startMs: number; endMs: number; text: string }[]
  /** As the service names it: a tag, or an English name. */
  language: string | undefined
}

export type Transcriber = {
  /**
   * Makes the paid request, and returns the answer as it came: the caller stores it before it is read.
   * Throws `TryLater` if nothing was paid, `GenerationFailure` if it is final; any other error: unknown.
   */
  ask(audio: string, language: string | undefined, signal: AbortSignal): Promise<string>
}

const Answer = z.object({
  language: z.string().optional(),
  segments: z.array(z.object({ start: z.number(), end: z.number(), text: z.string() })),
})

const balance = ['insufficient_quota', 'billing_hard_limit_reached']

export function createTranscriber({ url, apiKey, model }: TranscriberConfig): Transcriber {
  const limits = api(label, { timeoutSeconds: 1800, maxAnswerBytes: 32 * megabyte })
  return {
    ask: (audio, language, signal) =>
      startPaid(
        label,
        ({ body }) => (balance.includes(textAt(body, 'error', 'code')) ? 'provider_balance' : null),
        async () => {
          const form = new FormData()
          form.set('model', model)
          form.set('response_format', 'verbose_json')
          form.set('timestamp_granularities[]', 'segment')
          // The services take the language without its region.
          if (language !== undefined) form.set('language', language.split('-')[0]!)
          form.set('file', await openAsBlob(audio, { type: 'audio/mp4' }), 'speech.m4a')
          const headers = apiKey === undefined ? {} : bearer(apiKey)
          const init = { method: 'POST', headers, body: form, signal }
          const response = await guardedFetch(limits)(`${url}/audio/transcriptions`, init)
          return response.text()
        },
      ),
  }
}

/** Reads a stored answer. Throws `GenerationFailure` for one without words and times. */
export function readTranscript(answer: string): Transcript {
  const { success, data } = Answer.safeParse(parsed(answer))
  if (!success) throw invalidAnswer()
  const ms = (seconds: number) => Math.round(seconds * 1000)
  const segments = data.segments.map(({ start, end, text }) => ({ startMs: ms(start), endMs: ms(end), text }))
  if (segments.some(({ startMs, endMs }) => startMs < 0 || endMs < startMs)) throw invalidAnswer()
  return { segments, language: data.language }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Unlike the failure of a generation: the request was answered, so it was probably charged. */
function invalidAnswer(): GenerationFailure {
  const message = `${label} returned no words with times. The request was probably charged: check the configured model before you try again.`
  return new GenerationFailure('provider_invalid_answer', message, true)
}
