// Sends parts like `fetch`, but reports upload progress, which `fetch` cannot. Only a few run at a time over all uploads,
// so that the page can still reach the server: browsers open six connections, and one is for events.

const maxParts = 4
/** A slow upload is not cancelled; one without progress is. */
const idleMs = 60_000

let sending = 0
const waiting: (() => void)[] = []

async function turn(): Promise<() => void> {
  if (sending >= maxParts) await new Promise<void>((resolve) => waiting.push(resolve))
  else sending++
  return () => {
    const next = waiting.shift()
    // The request that has waited longest gets the free slot.
    if (next) next()
    else sending--
  }
}

/** Sends parts; all other requests use the page's own fetch. `onBytes` gets the number of bytes of unfinished parts. */
export function partFetch(onBytes: (inFlight: number) => void): typeof fetch {
  const inFlight = new Map<XMLHttpRequest, number>()
  const report = () => onBytes([...inFlight.values()].reduce((sum, bytes) => sum + bytes, 0))
  return async (input, init) => {
    if (init?.method !== 'PUT' || !(init.body instanceof Blob)) return fetch(input, init)
    const done = await turn()
    const request = new XMLHttpRequest()
    try {
      return await put(request, String(input), init.body, init.signal ?? undefined, (bytes) => {
        inFlight.set(request, bytes)
        report()
      })
    } finally {
      inFlight.delete(request)
      done()
    }
  }
}

function put(
  request: XMLHttpRequest,
  url: string,
  body: Blob,
  signal: AbortSignal | undefined,
  onBytes: (sent: number) => void,
): Promise<Response> {
  // Waiting for a slot takes time, too: the timeout of a part only runs while it makes no progress.
  const ended = () => signal?.aborted && signal.reason?.name !== 'TimeoutError'
  return new Promise((resolve, reject) => {
    if (ended()) return reject(signal!.reason)
    let idle = setTimeout(() => request.abort(), idleMs)
    const alive = () => {
      clearTimeout(idle)
      idle = setTimeout(() => request.abort(), idleMs)
    }
    const onAbort = () => ended() && request.abort()
    signal?.addEventListener('abort', onAbort)
    request.open('PUT', url)
    request.upload.onprogress = ({ loaded }) => {
      alive()
      onBytes(loaded)
    }
    request.onloadend = () => {
      clearTimeout(idle)
      signal?.removeEventListener('abort', onAbort)
      if (request.status === 0) reject(ended() ? signal!.reason : new TypeError('The connection failed.'))
      else resolve(responseOf(request))
    }
    request.send(body)
  })
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  const { status, responseText } = request
  return new Response(status === 204 ? null : responseText, { status, headers })
}
