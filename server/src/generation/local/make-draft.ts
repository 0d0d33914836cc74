import { Readable } from 'node:stream'
import type { GenerationRequest, Output } from '../../core/provider.ts'
import { describeDraft } from './draft.ts'
import { draftMarkdown, draftPdf } from './draft-document.ts'
import { draftImage } from './draft-image.ts'
import { draftModel } from './draft-model.ts'
import { draftVideo } from './draft-video.ts'
import { readReferences } from './reference-bytes.ts'

export async function makeDraft(
  request: GenerationRequest,
  signal: AbortSignal,
  ffmpeg?: string,
): Promise<Output> {
  const draft = describeDraft(request)
  const references = await readReferences(request.references)
  switch (request.model.outputType) {
    case 'DOCUMENT':
      return request.model.id === 'pdf'
        ? output('pdf', await draftPdf(draft, references, signal))
        : output('md', Buffer.from(draftMarkdown(draft, references)))
    case 'IMAGE':
      return output('png', await draftImage(draft, references, signal))
    case '3D':
      return output('glb', await draftModel(draft, references, signal))
    case 'VIDEO':
      return { extension: 'mp4', body: await draftVideo(draft, references, request.video!, signal, ffmpeg) }
  }
}

function output(extension: string, bytes: Uint8Array): Output {
  return { extension, body: Readable.from([bytes], { objectMode: false }) }
}
