// What is told of a request when it has ended: to the metrics, and as a line of the log. The line is put together by
// hand, in the form that pino writes: through pino it cost more than all of routing.
import { type Logger, symbols } from 'pino'
import type { Metrics } from './metrics.ts'

export type EndedRequest = {
  id: string
  operation: string | undefined
  method: string
  url: string
  status: number
  milliseconds: number
  credential: string | undefined
  /** Through MCP: the tool or the method, never what it is called with. */
  mcp: string | undefined
  /** Through MCP: the status of the call, which may fail under a 200. */
  outcome: number | undefined
}

export function createRequestLog(logger: Logger, metrics: Metrics): (request: EndedRequest) => void {
  const logs = logger.isLevelEnabled('info')
  const stream = (logger as unknown as Record<symbol, { write(text: string): void }>)[symbols.streamSym]!
  let ended: EndedRequest[] = []

  // Those of one turn of the event loop are told together: code that runs again and again is several times as fast.
  function tell(): void {
    const requests = ended
    ended = []
    let text = ''
    for (const request of requests) {
      const name = request.mcp === undefined ? (request.operation ?? 'none') : `mcp:${request.mcp}`
      metrics.observe(name, request.outcome ?? request.status, request.milliseconds / 1000)
      if (logs) text += requestLine(request)
    }
    if (logs) stream.write(text)
  }

  return (request) => {
    if (ended.push(request) === 1) setImmediate(tell)
  }
}

/** Never the query string, the body or a header. Only a path can hold what JSON must escape. */
function requestLine(request: EndedRequest): string {
  const { id, operation, method, url, status, milliseconds, credential, mcp, outcome } = request
  const query = url.indexOf('?')
  const path = query === -1 ? url : url.slice(0, query)
  return (
    `{"level":30,"time":"${isoTime()}","requestId":"${id}",` +
    `${operation === undefined ? '' : `"operation":"${operation}",`}"method":"${method}","path":${quoted(path)},` +
    `${mcp === undefined ? '' : `"mcp":"${mcp}",`}${outcome === undefined ? '' : `"outcome":${outcome},`}` +
    `"status":${status},"ms":${Math.round(milliseconds * 100) / 100},` +
    `${credential === undefined ? '' : `"credential":"${credential}",`}"msg":"request"}\n`
  )
}

const plain = /^[\w/.~:@!$&'()*+,;=%-]*$/

function quoted(path: string): string {
  return plain.test(path) ? `"${path}"` : JSON.stringify(path)
}

let second = 0
let secondText = ''

/** As `toISOString`, the greater part of which changes once a second. */
function isoTime(): string {
  const now = Date.now()
  if (now - second >= 1000 || now < second) {
    second = now - (now % 1000)
    secondText = new Date(second).toISOString().slice(0, 20)
  }
  const milliseconds = now - second
  return `${secondText}${milliseconds < 10 ? '00' : milliseconds < 100 ? '0' : ''}${milliseconds}Z`
}
