// The parts of a watermarked copy. Each is made by itself: a list needs the small images at once, a video takes minutes.
import { isUnmarked } from '../../core/renditions.ts'

/** STILLS: all images but those of pages, with the manifests. PAGES: those of a document. PROXY: the video. */
export type Part = 'STILLS' | 'PAGES' | 'PROXY'

/** The part that a derivative belongs to; null for those that guests do not get, and for audio, which has no watermark. */
export function partOf({ name, mimeType }: { name: string; mimeType: string }): Part | null {
  if (/^still\./.test(name) || isUnmarked(name) || mimeType.startsWith('audio/')) return null
  if (/^pages[./]/.test(name)) return 'PAGES'
  return /^proxy\./.test(name) ? 'PROXY' : 'STILLS'
}
