// The input of the two passes over a file.
import type { FindTools } from '../children/find-tools.ts'
import type { MediaInfo, Work } from '../processor.ts'
import type { Claims } from '../video/claims.ts'
import type { ProbedFile } from '../video/probe.ts'
import type { ErrorLog } from './error-log.ts'

export type Measuring = {
  find: FindTools
  work: Work
  info: MediaInfo
  probed: ProbedFile
  claims: Claims
  log: ErrorLog
  /** How much of the file is measured. */
  frames: number
  seconds: number
}
