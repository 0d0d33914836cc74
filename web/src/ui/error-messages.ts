// Error messages for people. Messages of the API that mention headers and fields are replaced.
import { DailiesConnectionError, DailiesError } from '@dailies/sdk'

/** A problem that the app itself detected, with its own message. */
export class PlainProblem extends Error {
  override name = 'PlainProblem'
}

const updated = 'This page is out of date. Reload it and try again.'
const changed =
  'Somebody changed this in the meantime. Reload the page to see the current state, then try again.'
const busy = 'The server is busy. Wait a moment and try again.'

/** Technical terms: a message with one of them is replaced. */
const jargon =
  /`|headers?\b|Retry-After|If-Match|ETag|Idempotency|JSON|HTTP|cursor|\bURL\b|\bHost\b|bearer|scope|BASE_URL|Content-Range/i

/** The replacement by error code. */
const byCode: Partial<Record<DailiesError['code'], string>> = {
  invalid_request: 'Something here is not valid. Check what you entered and try again.',
  invalid_http: updated,
  invalid_json: updated,
  invalid_cursor: updated,
  invalid_idempotency_key: updated,
  unauthenticated: 'You are signed out. Sign in and try again.',
  insufficient_scope: 'You do not have permission to do this. Ask an owner of the workspace.',
  host_refused: 'The server refused this page. Open Dailies under its own address and try again.',
  origin_refused: 'The server refused this page. Open Dailies under its own address and try again.',
  metrics_closed: 'You do not have access to this page.',
  url_invalid: 'This address has expired. Reload the page and try again.',
  url_expired: 'This address has expired. Reload the page and try again.',
  method_not_allowed: updated,
  folder_not_empty: 'The folder is not empty. Empty it first.',
  upload_incomplete: 'A part of the file did not arrive. Try again: only what is missing is sent.',
  attachment_not_ready: 'An attachment is not uploaded completely. Remove it and attach the file again.',
  attachment_used: 'An attachment belongs to another comment. Remove it and attach the file again.',
  check_profile_in_use:
    'Projects or the workspace use this check profile. Reload the page, and choose another one for them.',
  webhook_inactive: 'The webhook is paused or disabled. Resume it first.',
  events_forgotten: updated,
  idempotency_in_progress: 'This is already in progress. Wait a moment.',
  precondition_failed: changed,
  unsupported_media_type: updated,
  range_not_satisfiable: updated,
  idempotency_key_reused: updated,
  headers_too_large: updated,
  restored_copy:
    'This server is a restored copy: it can be read, and stores nothing until its administrator puts it into service.',
  disk_full: 'Nothing new can be stored. Ask the person who runs this server to free space, then try again.',
  unavailable: busy,
  unexpected_answer: 'The server returned an unexpected response. Try again in a moment.',
}

/** The error message, with what to try next. */
export function messageOf(error: unknown): string {
  if (error instanceof PlainProblem) return error.message
  if (error instanceof DailiesConnectionError)
    return 'The server is not responding. Check your connection and try again.'
  if (isLostPart(error)) return 'Dailies was updated. Reload the page to continue.'
  if (!(error instanceof DailiesError)) return 'Something went wrong on this page. Reload it and try again.'
  if (error.code === 'rate_limited') return waitMessage(error.retryAfter)
  const unmentionable = error.errors.filter(({ code }) => code === 'cannot_be_mentioned')
  if (unmentionable.length > 0) return unmentionable.map(({ message }) => message).join(' ')
  return jargon.test(error.message) ? (byCode[error.code] ?? updated) : error.message
}

function waitMessage(seconds: number | undefined): string {
  const wait = seconds === undefined || seconds < 2 ? 'a moment' : `${seconds} seconds`
  return `Too many requests. Wait ${wait} and try again.`
}

/** A page that was open while the server was updated asks for a script that no longer exists. */
export function isLostPart(error: unknown): boolean {
  const messages = /dynamically imported module|Importing a module script failed|Unable to preload CSS/i
  return error instanceof Error && messages.test(error.message)
}

export type PageProblem = {
  title: string
  text: string
  /** The page retries by itself after this many seconds. */
  retryIn?: number
  /** Only reloading the page can help. */
  reload?: true
}

/** Why a whole page cannot be shown. */
export function pageProblem(error: unknown): PageProblem {
  if (error instanceof DailiesConnectionError)
    return {
      title: 'No connection',
      text: 'The server is not responding. Check your connection; the page loads when it is back.',
      retryIn: 10,
    }
  if (isLostPart(error))
    return { title: 'Dailies was updated', text: 'Reload the page to continue.', reload: true }
  if (!(error instanceof DailiesError))
    return {
      title: 'Something went wrong',
      text: 'This page has an error. Reload it; what you sent is stored.',
      reload: true,
    }
  if (error.status === 429 || error.code === 'unavailable')
    return {
      title: 'The server is busy',
      text: 'It cannot take more requests right now.',
      retryIn: waitOf(error),
    }
  if (error.code === 'restored_copy')
    return { title: 'This server is a restored copy', text: messageOf(error) }
  if (error.code === 'disk_full') return { title: 'The disk of the server is full', text: messageOf(error) }
  if (error.status >= 500)
    return {
      title: 'Something went wrong on the server',
      text: 'Try again in a moment. If it happens again, send the request ID to the person who runs this server.',
    }
  return { title: 'This page cannot be shown', text: messageOf(error) }
}

/** At most a minute: a page that waits longer looks broken. */
function waitOf({ retryAfter = 5 }: DailiesError): number {
  return Math.min(60, Math.max(1, Math.ceil(retryAfter)))
}

/** The request ID under which the server logged the error. */
export function requestIdOf(error: unknown): string | undefined {
  return error instanceof DailiesError ? error.requestId : undefined
}

/** The error of one form field, by its JSON pointer. */
export function fieldError(error: unknown, path: string): string | undefined {
  if (!(error instanceof DailiesError)) return undefined
  return error.errors.find((one) => one.path === path)?.message
}
