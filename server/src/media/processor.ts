// The contract between the pipeline and the processor of a kind of media. The pipeline handles state, storage and limits;
// a processor only reads one file and writes others beside it.
import { join } from 'node:path'
import type { RungName } from '../core/renditions.ts'
import type { Cue } from '../records/captions/cue.ts'
import type { Loudness } from './audio/loudness.ts'
import type { ListedTrack } from './audio/sounds.ts'
import type { SourceTimecode } from './source-timecode.ts'
import type { Technical } from './technical.ts'

export type MediaKind = 'VIDEO' | 'AUDIO' | 'IMAGE' | 'DOCUMENT' | 'MODEL'

/** The result of a probe. Fields that a kind of media does not have are null. */
export type MediaInfo = {
  kind: MediaKind
  /** As displayed: after rotation and pixel aspect ratio. */
  width: number | null
  height: number | null
  durationMs: number | null
  /** A fraction in lowest terms: exact, also for 30000/1001. */
  frameRate: { num: number; den: number } | null
  /** The frame rate is an average: a time cannot be converted to a frame with it. */
  variableRate?: boolean
  frames: number | null
  pages: number | null
  hasAudio: boolean | null
  /** Subtitle tracks that can be read as text, and one for closed captions inside of the video. */
  captionTracks?: number | null | undefined
  /** Every audio track, in the order of the file. */
  audioTracks?: readonly ListedTrack[] | null | undefined
  technical?: Technical | null
  timecode?: SourceTimecode
  /** Whether browsers play the original with the same frame numbers. */
  originalPlays?: boolean | null
}

export type Work = {
  /** The original, on a local disk. Read-only. */
  source: string
  /** The id of the stored original: steps that run later need not read all its packets again. */
  objectId?: string
  mimeType: string
  /**
   * Folder for all output, always removed afterwards. Its size is watched: the signal is aborted when the
   * folder grows too large.
   */
  folder: string
  /**
   * Aborted when the time is up, the file is deleted or the worker shuts down. Child processes are killed then; they run at
   * a low priority (`os.setPriority`), so that the server stays responsive.
   */
  signal: AbortSignal
  /** Progress of the step, from 0 to 1. */
  report(progress: number): void
  /** The loudness of the audio, stored with the output of the step; null for silence. */
  measured?(loudness: Loudness | null): void
  /** For steps whose output is played while it is made; undefined if the file has such output already. */
  parts?: PartStore | undefined
}

/** Stores the finished parts of a step that is still running. They are deleted when the step is stored. */
export type PartStore = {
  /** For parts until they are stored. No other program writes here. */
  folder: string
  /** How long the part is that begins at this second. */
  seconds(start: number): number
  store(part: Derivative): Promise<void>
  onError(error: unknown): void
}

/**
 * A file that a step creates, stored next to the original. Get File links to derivatives by their names up to the
 * dot (`links` in `records/media.ts`):
 *
 * - `thumbnail`: a small image for lists
 * - `poster`: the first frame of a video worth showing, in full size
 * - `preview`: an image, page or 3D model as an image that every browser shows
 * - `sprite`: WebVTT of the frames along the timeline
 * - `waveform`: JSON of peaks
 * - `proxy`: the video or audio that is played
 * - `pages`: JSON of the pages of a document
 * - `track-0`, `track-1` …: an audio track with its own channels
 * - `frames`: JSON of the start of each frame, for a variable frame rate
 *
 * `captions/` holds WebVTT of the subtitle tracks, `parts/` the finished part of a proxy that is being made, and
 * `rendition-540p` and `rendition-2160p` are the video in other sizes than the proxy.
 *
 * A manifest (VTT or JSON) names its images relative to itself, as in `sprite-1.jpg#xywh=0,0,160,90` or `pages/3.webp`.
 */
export type Derivative = {
  /** As in `proxy.mp4`, `sprite.vtt`, `pages/3.webp`: unique among those of the file, all lower case, no spaces. */
  name: string
  path: string
  mimeType: string
  /** For captions found in the file: also stored as cues. */
  captions?: EmbeddedCaptions
}

export type EmbeddedCaptions = {
  /** Among the tracks of the file that are text. */
  track: number
  language: string
  label: string | null
  cues: readonly Cue[]
}

export function derivative(work: Work, name: string, mimeType = 'image/webp'): Derivative {
  return { name, path: join(work.folder, name), mimeType }
}

export type Step = {
  /** Such as `proxy`, for progress and messages. Stored: a renamed step runs again. */
  name: string
  /** Share of the total work, for progress. */
  weight: number
  /** Takes minutes: runs in the lane for long steps, after all quick steps. */
  long?: boolean
  /** Stores parts of its output while it runs. */
  inParts?: boolean
  make(work: Work, info: MediaInfo): Promise<Derivative[]>
}

export type Processor = {
  probe(work: Work): Promise<MediaInfo>
  /** The steps, most needed first. Each step is stored before the next begins. */
  steps(info: MediaInfo): Step[]
  /** Makes other sizes of a video than its proxy, those of these rungs that the video has; undefined if it has none. */
  renditions?(info: MediaInfo, wanted: readonly RungName[]): Step | undefined
}

export type MediaFailureCode =
  | 'unreadable'
  | 'unsupported'
  | 'too_large'
  | 'no_space'
  | 'took_too_long'
  | 'tool_missing'
  | 'tool_failed'

/** The reason why a file has no previews, in a message for a producer. */
export class MediaFailure extends Error {
  readonly code: MediaFailureCode
  /** Whether a retry may help. */
  readonly retryable: boolean
  constructor(code: MediaFailureCode, message: string, retryable = false) {
    super(message)
    this.code = code
    this.retryable = retryable
  }
}
