// Speech-to-text at an endpoint that is compatible with OpenAI's. The answer to the paid request is the result itself: there is
// nothing to look up, so a request is never repeated unless the service said that it did nothing.
import { openAsBlob } from 'node:fs'
import { z } from 'zod'
import type { TranscriberConfig } from './provider-config.ts'
import { failure, startPaid } from './providers/failures.ts'
import { api, bearer, callJson, megabyte, textAt } from './providers/http.ts'

const label = 'The transcription service'

export type Transcript = {
  segments: { startMs: number; endMs: number; text: string }[]
  /** As the service names it: a tag, or an English name. */
  language: string | undefined
}

export type Transcriber = {
  /** Throws `TryLater` if nothing was paid, `GenerationFailure` if it is final; any other error: unknown. */
  transcribe(audio: string, language: string | undefined, signal: AbortSignal): Promise<Transcript>
}

const Answer = z.object({
  language: z.string().optional(),
  segments: z.array(z.object({ start: z.number(), end: z.number(), text: z.string() })),
})

const balance = ['insufficient_quota', 'billing_hard_limit_reached']

export function createTranscriber({ url, apiKey, model }: TranscriberConfig): Transcriber {
  const limits = api(label, { timeoutSeconds: 1800, maxAnswerBytes: 32 * megabyte })
  return {
    transcribe: (audio, language, signal) =>
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
          const answer = await callJson(limits, `${url}/audio/transcriptions`, init, Answer)
          return read(answer)
        },
      ),
  }
}

function read({ segments, language }: z.output<typeof Answer>): Transcript {
  const ms = (seconds: number) => Math.round(seconds * 1000)
  const read = segments.map(({ start, end, text }) => ({ startMs: ms(start), endMs: ms(end), text }))
  if (read.some(({ startMs, endMs }) => startMs < 0 || endMs < startMs))
    throw failure(label, 'provider_invalid_answer')
  return { segments: read, language }
}
