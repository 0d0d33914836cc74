// What is told of a request when it has ended: to the metrics, and as a line of the log. The line is put together by
// hand, in the form that pino writes: through pino it cost more than all of routing.
import { type Logger, symbols } from 'pino'
import type { ApiRequest } from '../../request.ts'
import type { Metrics } from '../monitoring/metrics.ts'

export function createRequestLog(logger: Logger, metrics: Metrics): (request: ApiRequest) => void {
  const logs = logger.isLevelEnabled('info')
  const stream = (logger as unknown as Record<symbol, { write(text: string): void }>)[symbols.streamSym]!
  let ended: ApiRequest[] = []

  // Those of one turn of the event loop are told together: code that runs again and again is several times as fast.
  function tell(): void {
    const requests = ended
    ended = []
    let text = ''
    for (const request of requests) {
      const name = request.mcp === undefined ? (request.operation?.name ?? 'none') : `mcp:${request.mcp}`
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
function requestLine(request: ApiRequest): string {
  const { id, operation, method, url, status, milliseconds, caller } = request
  const query = url!.indexOf('?')
  const path = pathOf(query === -1 ? url! : url!.slice(0, query))
  const name = operation === undefined ? '' : `"operation":"${operation.name}",`
  const credential = caller === undefined ? '' : `"credential":"${caller.credentialId}",`
  const mcp = request.mcp === undefined ? '' : mcpFields(request)
  const ms = Math.round(milliseconds * 100) / 100
  return `{"level":30,"time":"${isoTime()}","requestId":"${id}",${name}"method":"${method}","path":${quoted(path)},${mcp}"status":${status},"ms":${ms},${credential}"msg":"request"}\n`
}

function mcpFields({ mcp, outcome }: ApiRequest): string {
  return `"mcp":"${mcp}",${outcome === undefined ? '' : `"outcome":${outcome},`}`
}

/** The key of an access link is in its path, and is nobody's business. */
function pathOf(path: string): string {
  return path.startsWith('/join/') ? '/join/-' : path
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
