// Drafts without a model, a key or a network: they cost nothing, so after a crash they are simply drawn again.
import { Readable } from 'node:stream'
import { GenerationFailure, type Job, type Output, type Provider } from '../provider.ts'
import { describeDraft } from './draft.ts'
import { draftMarkdown, draftPdf } from './draft-document.ts'
import { draftImage } from './draft-image.ts'
import { draftModel } from './draft-model.ts'
import { draftVideo } from './draft-video.ts'
import { readReferences } from './reference-bytes.ts'

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
    validate: () => [],
    async start(job, signal) {
      try {
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

async function makeDraft(job: Job, signal: AbortSignal, ffmpeg?: string): Promise<Output> {
  const draft = describeDraft(job)
  const references = await readReferences(job.references)
  switch (job.model.outputType) {
    case 'DOCUMENT':
      return job.model.id === 'pdf'
        ? output('pdf', await draftPdf(draft, references, signal))
        : output('md', Buffer.from(draftMarkdown(draft, references)))
    case 'IMAGE':
      return output('png', await draftImage(draft, references, signal))
    case '3D':
      return output('glb', await draftModel(draft, references, signal))
    case 'VIDEO':
      return { extension: 'mp4', body: await draftVideo(draft, references, job.video!, signal, ffmpeg) }
  }
}

function output(extension: string, bytes: Uint8Array): Output {
  return { extension, body: Readable.from([bytes], { objectMode: false }) }
}
