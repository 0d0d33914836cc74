/**
 * Runs work of one key once for all that ask for it meanwhile. When the last of them is gone, the work is stopped; who asks then
 * starts anew.
 */
export function createSharing<Result>() {
  type Run = { result: Promise<Result>; asking: number; stop: AbortController }
  const running = new Map<string, Run>()

  function begin(key: string, work: (stop: AbortSignal) => Promise<Result>): Run {
    const stop = new AbortController()
    const run: Run = { result: work(stop.signal), asking: 0, stop }
    running.set(key, run)
    const end = () => forget(key, run)
    run.result.then(end, end)
    return run
  }

  function forget(key: string, run: Run): void {
    if (running.get(key) === run) running.delete(key)
  }

  return async (
    key: string,
    signal: AbortSignal,
    work: (stop: AbortSignal) => Promise<Result>,
  ): Promise<Result> => {
    signal.throwIfAborted()
    const run = running.get(key) ?? begin(key, work)
    run.asking++
    try {
      return await unlessAborted(run.result, signal)
    } finally {
      if (--run.asking === 0) {
        forget(key, run)
        run.stop.abort()
      }
    }
  }
}

/** Rejects as soon as the signal is aborted, even when the work does not end. */
export async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const leave = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', leave)
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}
