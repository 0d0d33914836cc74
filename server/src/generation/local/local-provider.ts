// Drafts without a model, a key or a network: they cost nothing, so after a crash they are simply drawn again.
import { GenerationFailure, type Provider } from '../../core/provider.ts'
import { referenceLimits } from '../limits.ts'

export type LocalOptions = {
  /** The program that makes videos; else it is looked for. */
  ffmpeg?: string
}

export function createLocalProvider({ ffmpeg }: LocalOptions = {}): Provider {
  return {
    name: 'local',
    // A draft of a video uses all cores.
    concurrency: 1,
    deadlineSeconds: 300,
    pollSeconds: 1,
    limits: referenceLimits,
    validate: () => [],
    async start(job, signal) {
      try {
        // What draws is loaded when there is something to draw: it would double the time of a start of the server.
        const { makeDraft } = await import('./make-draft.ts')
        return { output: await makeDraft(job, signal, ffmpeg) }
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof GenerationFailure) throw error
        const message = 'The draft could not be made. The log of the server says why.'
        const failure = new GenerationFailure('provider_failed', message, true)
        failure.cause = error
        throw failure
      }
    },
    poll: neverBegun,
    fetch: neverBegun,
    recover: async () => null,
  }
}

/** Every start answers with the output itself. */
async function neverBegun(): Promise<never> {
  throw new GenerationFailure(
    'provider_failed',
    'A draft leaves nothing to wait for. Ask for it again.',
    true,
  )
}
