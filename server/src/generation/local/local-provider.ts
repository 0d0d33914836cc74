// Drafts without a model, a key or a network. They cost nothing, so after a crash they are simply drawn
// again.
import { GenerationFailure, type Provider } from '../../core/provider.ts'
import { referenceLimits } from '../limits.ts'

export type LocalOptions = {
  /** The path of ffmpeg; searched for when omitted. */
  ffmpeg?: string
}

export function createLocalProvider({ ffmpeg }: LocalOptions = {}): Provider {
  return {
    name: 'local',
    // A video draft uses all cores.
    concurrency: 1,
    deadlineSeconds: 300,
    pollSeconds: 1,
    limits: referenceLimits,
    validate: () => [],
    async start(request, signal) {
      try {
        // The drawing code is loaded on first use: it would double the start-up time of the server.
        const { makeDraft } = await import('./make-draft.ts')
        return { output: await makeDraft(request, signal, ffmpeg) }
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof GenerationFailure) throw error
        const message = 'The draft could not be created. See the server log for the reason.'
        const failure = new GenerationFailure('provider_failed', message, true)
        failure.cause = error
        throw failure
      }
    },
    poll: failNeverStarted,
    fetch: failNeverStarted,
    recover: async () => null,
  }
}

/** `start` always returns the output itself. */
async function failNeverStarted(): Promise<never> {
  throw new GenerationFailure('provider_failed', 'A draft has no handle to poll. Request it again.', true)
}
