import type { ServerResponse } from 'node:http'

/** Aborted when the client is gone before it has the response. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  if (response.closed) gone.abort()
  else response.once('close', () => gone.abort())
  return gone.signal
}
