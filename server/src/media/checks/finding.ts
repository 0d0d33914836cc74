// A finding: where a file is outside of a limit of its profile.
import type { FrameRate } from '../../core/frames.ts'
import type { MediaInfo } from '../processor.ts'
import type { AudioSeries } from './audio-series.ts'
import type { KindMeasured } from './kinds/measured.ts'
import type { CheckRules, Level, RuleName } from './profile.ts'
import type { Stretch } from './stretches.ts'
import type { VideoSeries } from './video-series.ts'

export type Finding = {
  rule: RuleName
  level: Level
  /** The first and the last frame, or block of audio; null if the finding is about the whole file or a page. */
  place: Stretch | null
  /** The unit of the place: frames, or blocks of 10 ms of audio. Default: frames. */
  placeIn?: 'FRAMES' | 'BLOCKS'
  /** Of a document, from 1. */
  page?: number | null
  measured: number | string
  limit: number | string
  /** Where the rule has more than one; `messages.ts` knows the others. */
  unit?: string | null
  /** A plain sentence, if the one of `messages.ts` says too little. */
  message?: string
  /** From 0 to 1. */
  confidence: number
}

/** NOT_APPLICABLE: the file has nothing of this kind. NOT_MEASURED: the file could not be measured. Neither is a pass. */
export type Outcome = 'PASSED' | 'FOUND' | 'NOT_APPLICABLE' | 'NOT_MEASURED'

export type Measured = {
  /** null: the frame rate varies, or there is no video. */
  rate: FrameRate | null
  /** null: the file has no video. */
  video: VideoSeries | null
  /** null: the file has no audio. */
  audio: AudioSeries | null
  /** Facts of the probe. */
  info: MediaInfo
  /** Frames before which time is missing: the recorder or an edit dropped frames. null: the rate varies on purpose. */
  gaps: { frame: number; missing: number }[] | null
  /** Seconds between the first frame and the first audio, and between the ends; negative if audio comes first. */
  audioOffset: { start: number; end: number } | null
  /** The start of each frame in seconds, for a variable rate. */
  starts: Float64Array | null
  /** How the file says that its frames were taken; null if it does not. */
  fields: 'PROGRESSIVE' | 'TOP_FIRST' | 'BOTTOM_FIRST' | null
  faults: {
    /** Of the decoders. */
    errors: number
    /** Frames with an error. */
    damaged: Stretch[]
    /** Set if a track ends before its header says: seconds. `declared` is null if only the end of the file shows it. */
    missingEnd: { declared: number | null; read: number } | null
  }
  /** Set if the file is longer than the cap: the part that was measured. */
  measuredSeconds: number | null
  /** The numbers of an image, a document or a 3D model, which has none of the others. */
  ofKind?: KindMeasured | null
}

type NoResult = Extract<Outcome, 'NOT_APPLICABLE' | 'NOT_MEASURED'>

/** The findings of a rule, or why there are none to expect; with the number that was measured for the whole file, where it has one. */
export type Judgement = Finding[] | NoResult | Shown

export type Shown = {
  /** Without findings and without an outcome, the rule has passed. */
  outcome?: NoResult
  findings?: Finding[]
  reason?: string
  measured?: number | string | null
  limit?: number | string | null
  unit?: string | null
}

export type Judges = {
  [Name in RuleName]?: (rule: NonNullable<CheckRules[Name]>, measured: Measured) => Judgement
}

/** A finding about the whole file. */
export function aboutFile(
  rule: RuleName,
  level: Level,
  measured: number | string,
  limit: number | string,
): Finding {
  return { rule, level, place: null, measured, limit, confidence: 1 }
}

/** The file has nothing that the rule is about. */
export function notApplicable(reason: string): Omit<Shown, 'findings'> {
  return { outcome: 'NOT_APPLICABLE', reason }
}

/** With the number that is known, if there is one: it is shown, and never a pass. */
export function notMeasured(
  reason: string,
  shown: Pick<Shown, 'measured' | 'limit' | 'unit'> = {},
): Omit<Shown, 'findings'> {
  return { outcome: 'NOT_MEASURED', reason, ...shown }
}
