// Providers that call the stand-in, under the names of real ones: tests of the state machine need one provider per
// protocol, not one per vendor.
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { ProviderName } from '../../src/core/provider.ts'
import { GenerationFailure, type Handle, type Provider, TryLater } from '../../src/core/provider.ts'
import { referenceLimits } from '../../src/generation/limits.ts'
import { readReferences } from '../../src/generation/providers/references.ts'

type Options = { concurrency?: number; deadlineSeconds?: number; pollSeconds?: number }

function base(name: ProviderName, options: Options) {
  const { concurrency = 2, deadlineSeconds = 60, pollSeconds = 0.1 } = options
  return { name, concurrency, deadlineSeconds, pollSeconds, limits: referenceLimits }
}

/** Accepts every request and returns the same short document at once. */
export function createIdleProvider(name: ProviderName = 'local'): Provider {
  return {
    ...base(name, {}),
    validate: () => [],
    start: async () => ({ output: { extension: 'md', body: Readable.from([Buffer.from('# Draft\n')]) } }),
    poll: async () => ({ state: 'SUCCEEDED' }),
    fetch: async () => ({ extension: 'md', body: Readable.from([Buffer.from('# Draft\n')]) }),
    recover: async () => null,
  }
}

/** Returns the result in the response to the paid call. */
export function createSynchronousProvider(name: ProviderName, url: string, options: Options = {}): Provider {
  const { recover: _free, ...idle } = createIdleProvider(name)
  return {
    ...idle,
    ...base(name, options),
    async start({ prompt, clientReference }, signal) {
      const response = await post(`${url}/images`, { prompt, reference: clientReference }, signal)
      return { output: { extension: 'png', body: bytesOf(response) } }
    },
  }
}

/** Generations that are polled; with `recovers`, they can be found by their client reference. */
export function createResumableProvider(
  name: ProviderName,
  url: string,
  { recovers, ...options }: Options & { recovers: boolean },
): Provider {
  const provider: Provider = {
    ...base(name, options),
    validate: ({ prompt }) =>
      prompt.includes('too hard')
        ? [{ path: '/prompt', code: 'unsupported_setting', message: 'Too hard for this provider.' }]
        : [],
    async start({ prompt, references, clientReference }, signal) {
      await readReferences(references)
      const response = await post(`${url}/generations`, { prompt, reference: clientReference }, signal)
      if (response.status === 429) throw new TryLater('busy', 0.1)
      if (response.status === 402) throw new GenerationFailure('provider_balance', 'No money is left.', false)
      return { handle: (await response.json()) as Handle }
    },
    async poll({ id }, signal) {
      const response = await fetch(`${url}/generations/${id}`, { signal })
      if (!response.ok) throw new Error(`answered ${response.status}`)
      const { status, progress } = (await response.json()) as { status: string; progress: number }
      if (status === 'succeeded') return { state: 'SUCCEEDED' }
      if (status === 'running') return { state: 'RUNNING', progress }
      const failure = new GenerationFailure('content_policy', 'The provider does not support this.', false)
      return { state: 'FAILED', failure }
    },
    async fetch({ id }, signal) {
      const response = await fetch(`${url}/generations/${id}/result`, { signal })
      if (!response.ok) throw new Error(`answered ${response.status}`)
      return { extension: 'mp4', body: bytesOf(response) }
    },
    async cancel({ id }, signal) {
      await fetch(`${url}/generations/${id}`, { method: 'DELETE', signal })
    },
  }
  if (!recovers) return provider
  return {
    ...provider,
    async recover({ clientReference }, signal) {
      const response = await fetch(`${url}/generations?reference=${clientReference}`, { signal })
      if (!response.ok) throw new Error(`answered ${response.status}`)
      const found = (await response.json()) as { id?: string }
      return found.id === undefined ? null : { id: found.id }
    },
  }
}

function post(url: string, body: object, signal: AbortSignal): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' }
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal })
}

function bytesOf(response: Response): Readable {
  return Readable.fromWeb(response.body as ReadableStream)
}
