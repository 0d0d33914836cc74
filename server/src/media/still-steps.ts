// Shared by the processors of images, documents and 3D models: a child draws, and the pipeline stores the result.
import { join } from 'node:path'
import { runDecoder } from './children/run-decoder.ts'
import type { Derivative, Step, Work } from './processor.ts'

export function derivative(work: Work, name: string, mimeType = 'image/webp'): Derivative {
  return { name, path: join(work.folder, name), mimeType }
}

/** A thumbnail for lists, and a preview that every browser shows. The name of the step is stored with its results. */
export function imageStep(task: 'draw-image' | 'draw-model'): Step {
  return {
    name: 'pictures',
    weight: 1,
    async make(work) {
      await runDecoder(task, work)
      return [derivative(work, 'thumbnail.webp'), derivative(work, 'preview.webp')]
    },
  }
}

/** Fields of a file that has neither a duration nor pages. */
export const still = { durationMs: null, frameRate: null, frames: null, pages: null, hasAudio: null }
