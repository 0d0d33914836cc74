// What the processors of stills have in common: a child draws, and the pipeline stores what it drew.
import { join } from 'node:path'
import { inStillChild } from './children/run-decoder.ts'
import type { Made, Step, Work } from './processor.ts'

export function made(work: Work, name: string, mimeType = 'image/webp'): Made {
  return { name, path: join(work.folder, name), mimeType }
}

/** A small picture for lists, and one that every browser shows. */
export function picturesBy(task: 'draw-image' | 'draw-model'): Step {
  return {
    name: 'pictures',
    weight: 1,
    async make(work) {
      await inStillChild(task, work)
      return [made(work, 'thumbnail.webp'), made(work, 'preview.webp')]
    },
  }
}

/** What has neither time nor pages has none of these. */
export const still = { durationMs: null, frameRate: null, frames: null, pages: null, hasAudio: null }
