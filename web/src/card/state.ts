// The state of the card, and the only way to change it: `update` draws what changed.
import type { Host } from './host.ts'
import type { Pass, Place, Review, ShownImage, Verdict } from './review.ts'

export type Subject = { fileId?: string | undefined; versionId?: string | undefined }

export type Stage = {
  file?: string | undefined
  place?: Place | undefined
  /** Undefined while the first ones load. */
  images?: ShownImage[] | undefined
  /** Which of the images is shown. */
  index?: number | undefined
  loading?: boolean | undefined
  problem?: string | undefined
}

export type State = {
  phase: 'loading' | 'ready' | 'failed' | 'cancelled'
  problem?: string | undefined
  subject: Subject
  review?: Review | undefined
  pass?: Pass | undefined
  /** Why the card shows an old result and changes nothing. */
  frozen?: string | undefined
  stage: Stage
  /** Whether drawings are burnt into the image. */
  drawings: boolean
  note?: string | undefined
  /** The note whose reply is being written. */
  replying?: string | undefined
  /** Texts that are not sent yet, by note, and the one of the verdict. */
  drafts: Record<string, string>
  /** Whether resolved notes and those after the first few are shown. */
  allNotes: boolean
  /** The verdict whose note is being written. */
  deciding?: Verdict | undefined
  /** The action in progress: one at a time. */
  busy?: string | undefined
  /** The last verdict was refused: the app is another way. */
  refused?: boolean | undefined
  message?: { kind: 'good' | 'bad' | 'warn'; text: string } | undefined
  locale?: string | undefined
  timeZone?: string | undefined
}

export type Card = {
  state: State
  host: Host
  update(changes: Partial<State>): void
}

export const firstState: State = {
  phase: 'loading',
  subject: {},
  stage: {},
  drawings: true,
  drafts: {},
  allNotes: false,
}
