/** A time limit: the signal is aborted when the time is up, unless the limit is cleared before. */
export type Deadline = { signal: AbortSignal; clear(): void }

export type StartDeadline = (milliseconds: number) => Deadline

export const startDeadline: StartDeadline = (milliseconds) => {
  const end = new AbortController()
  const timer = setTimeout(() => end.abort(), milliseconds).unref()
  return { signal: end.signal, clear: () => clearTimeout(timer) }
}
