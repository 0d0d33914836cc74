// What a kind of media must be able to do for the pipeline. The pipeline keeps the state, the storage and the limits;
// a processor only reads one file and writes others beside it.

import type { Technical } from './technical.ts'

export type MediaKind = 'VIDEO' | 'AUDIO' | 'IMAGE' | 'DOCUMENT' | 'MODEL'

/** What a probe finds. What a kind does not have is null. */
export type MediaInfo = {
  kind: MediaKind
  /** As shown: rotation and the shape of pixels applied. */
  width: number | null
  height: number | null
  durationMs: number | null
  /** A fraction in lowest terms: exact, also for 30000/1001. */
  frameRate: { num: number; den: number } | null
  /** Frames come as they like: the rate is their average, and no frame follows from a time by it. */
  variableRate?: boolean
  frames: number | null
  pages: number | null
  hasAudio: boolean | null
  technical?: Technical | null
}

export type Work = {
  /** The original, on a local disk. Only to be read. */
  source: string
  mimeType: string
  /**
   * A folder of its own for everything that is written. It is removed afterwards, whatever happens. Its size is watched:
   * the signal is aborted when there is too much in it.
   */
  folder: string
  /**
   * Aborted when the time is over, the file is deleted or the worker ends. Child processes are killed then; they run
   * at a low priority (`os.setPriority`), so that the server stays responsive.
   */
  signal: AbortSignal
  /** How much of the step is done, 0 to 1. */
  report(progress: number): void
}

/**
 * A file that a step has made, to be stored beside the original. Get File links to derivatives by their names up to the
 * dot (`links` in `records/media.ts`):
 *
 * - `thumbnail`: a small image for lists
 * - `poster`: the first frame of a video worth showing, in full size
 * - `preview`: an image, page or 3D model as an image that every browser shows
 * - `sprite`: WebVTT of the frames along the timeline
 * - `waveform`: JSON of peaks
 * - `proxy`: the video or audio that is played
 * - `pages`: JSON of the pages of a document
 * - `frames`: JSON of the start of each frame, for a variable frame rate
 *
 * A manifest (VTT or JSON) names its images relative to itself, as in `sprite-1.jpg#xywh=0,0,160,90` or `pages/3.webp`.
 */
export type Made = {
  /** As in `proxy.mp4`, `sprite.vtt`, `pages/3.webp`: unique among those of the file, all lower case, no spaces. */
  name: string
  path: string
  mimeType: string
}

export type Step = {
  /** As in `proxy`: what is made, for progress and for messages. */
  name: string
  /** Its share of the whole, for progress. */
  weight: number
  /** It takes minutes: it runs in the lane for such steps, after all that is quick. */
  long?: boolean
  make(work: Work, info: MediaInfo): Promise<Made[]>
}

export type Processor = {
  probe(work: Work): Promise<MediaInfo>
  /** What is made, in the order in which people would miss it. Each step is stored before the next begins. */
  steps(info: MediaInfo): Step[]
}

export type MediaFailureCode =
  | 'unreadable'
  | 'unsupported'
  | 'too_large'
  | 'no_space'
  | 'took_too_long'
  | 'tool_missing'
  | 'tool_failed'

/** Why a file has no previews, in words that a producer understands. */
export class MediaFailure extends Error {
  readonly code: MediaFailureCode
  /** Whether trying again may help. */
  readonly retryable: boolean
  constructor(code: MediaFailureCode, message: string, retryable = false) {
    super(message)
    this.code = code
    this.retryable = retryable
  }
}
