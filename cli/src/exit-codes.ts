/** The exit codes of failures; 0 is success. `dailies help exit-codes` prints them. */
export const exitCodes = {
  unexpected: 1,
  usage: 2,
  notSignedIn: 3,
  forbidden: 4,
  notFound: 5,
  conflict: 6,
  invalid: 7,
  rateLimited: 8,
  unavailable: 9,
  openProblems: 10,
  notChecked: 11,
  interrupted: 130,
} as const

export const exitCodeHelp: readonly [number, string][] = [
  [0, 'Success.'],
  [1, 'Unexpected error.'],
  [2, 'Wrong usage: unknown command, flag or value.'],
  [3, 'Not signed in, or the credential is no longer valid (401).'],
  [4, 'Not allowed: a scope or a role is missing (403).'],
  [5, 'Not found, or not visible to you (404).'],
  [6, 'Conflict with the current state (409, 412).'],
  [7, 'The server rejected the input (400, 413, 415, 422).'],
  [8, 'Too many requests (429).'],
  [9, 'The server or the network failed (5xx).'],
  [10, 'The checks found open problems (dailies check).'],
  [11, 'A file could not be checked (dailies check).'],
  [130, 'Interrupted by Ctrl-C.'],
]

export function exitCodeOf(status: number): number {
  if (status === 401) return exitCodes.notSignedIn
  if (status === 403) return exitCodes.forbidden
  if (status === 404) return exitCodes.notFound
  if (status === 409 || status === 412) return exitCodes.conflict
  if (status === 429) return exitCodes.rateLimited
  if ([400, 413, 415, 422].includes(status)) return exitCodes.invalid
  return status >= 500 ? exitCodes.unavailable : exitCodes.unexpected
}
