// Translates error output of ffmpeg into messages for a producer. ffmpeg's own text becomes the cause, for
// the log.
import { constants } from 'node:os'
import { MediaFailure, type MediaFailureCode } from '../processor.ts'
import { noSpace } from '../scratch.ts'

type Reason = { sign: RegExp; code: MediaFailureCode; message: string; retryable?: boolean }

const reasons: readonly Reason[] = [
  {
    sign: /Cannot allocate memory|memory exhausted|max_pixels|Picture size .* is invalid|maximum number of streams/i,
    code: 'too_large',
    message: 'The frame size or the number of tracks is too large for previews on this server.',
  },
  {
    sign: /Codec \(\S*\) not on whitelist|Decoder .* not found|Unsupported codec|no decoder could be found|unknown codec|not currently supported in container/i,
    code: 'unsupported',
    message:
      'The file uses a codec that the server cannot play. Export it with another, such as H.264 or ProRes.',
  },
  {
    sign: /Format not on whitelist|Protocol '?\S+'? not on whitelist/i,
    code: 'unreadable',
    message: 'The content of the file is not what it claims to be.',
  },
]

const damaged = 'The file is damaged or incomplete: it cannot be read. Export or upload it again.'

/** `status` above 128 means a signal, null a program that did not start. */
export function failureOf(status: number | null, complaint: string): MediaFailure {
  if (/No space left on device|Disk quota exceeded/i.test(complaint)) return noSpace()
  const reason = reasons.find(({ sign }) => sign.test(complaint))
  const failure = reason
    ? new MediaFailure(reason.code, reason.message, reason.retryable)
    : withoutWords(status, complaint)
  failure.cause = new Error(`ffmpeg exited with ${status}: ${complaint.trim()}`)
  return failure
}

const { SIGXFSZ, SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL } = constants.signals

function withoutWords(status: number | null, complaint: string): MediaFailure {
  const signal = (status ?? 0) - 128
  if (signal === SIGXFSZ) return tooMuchOutput()
  // A decoder crash means a hostile or broken file.
  if ([SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL].includes(signal as never) || complaint.trim() !== '')
    return new MediaFailure('unreadable', damaged)
  return new MediaFailure('tool_failed', 'Creating previews was interrupted. Try again.', true)
}

export function tooMuchOutput(): MediaFailure {
  return new MediaFailure('too_large', 'The previews of this file would be too large.')
}
