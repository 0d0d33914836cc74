import { DailiesConnectionError, DailiesError } from '@dailies/sdk'

/** Something that is no failure of ours, and is told in words of ours. */
export class PlainProblem extends Error {
  override name = 'PlainProblem'
}

/** What went wrong, for people. */
export function messageOf(error: unknown): string {
  if (error instanceof DailiesError || error instanceof PlainProblem) return error.message
  if (error instanceof DailiesConnectionError)
    return 'The server does not answer. Check the connection and try again.'
  return 'Something went wrong on this page.'
}

/** Under which the server has logged it. */
export function requestIdOf(error: unknown): string | undefined {
  return error instanceof DailiesError ? error.requestId : undefined
}

/** What is wrong with one field of a form that was refused, by its JSON pointer. */
export function fieldError(error: unknown, path: string): string | undefined {
  if (!(error instanceof DailiesError)) return undefined
  return error.errors.find((one) => one.path === path)?.message
}
