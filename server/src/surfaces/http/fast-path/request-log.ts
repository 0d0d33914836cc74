// Counts and logs requests when they have ended. The line is put together by hand, in the format of pino: through pino it
// cost more than all of routing.
import { type Logger, symbols } from 'pino'
import type { ApiRequest } from '../../request.ts'
import type { Metrics } from '../monitoring/metrics.ts'

export function createRequestLog(logger: Logger, metrics: Metrics): (request: ApiRequest) => void {
  const logs = logger.isLevelEnabled('info')
  const stream = (logger as unknown as Record<symbol, { write(text: string): void }>)[symbols.streamSym]!
  let ended: ApiRequest[] = []

  // Requests that end in the same turn of the event loop are logged together: a tight loop is several times as fast.
  function flush(): void {
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
    if (ended.push(request) === 1) setImmediate(flush)
  }
}

/** Logs no query string, body or header, which may hold secrets. Of the fields, only the path may need escaping. */
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

/** The path without secrets: the key of an access link is part of its path. */
function pathOf(path: string): string {
  return path.startsWith('/join/') ? '/join/-' : path
}

const plain = /^[\w/.~:@!$&'()*+,;=%-]*$/

function quoted(path: string): string {
  return plain.test(path) ? `"${path}"` : JSON.stringify(path)
}

let second = 0
let secondText = ''

/** Like `toISOString`, but formats the part that changes once a second only once a second. */
function isoTime(): string {
  const now = Date.now()
  if (now - second >= 1000 || now < second) {
    second = now - (now % 1000)
    secondText = new Date(second).toISOString().slice(0, 20)
  }
  const milliseconds = now - second
  return `${secondText}${milliseconds < 10 ? '00' : milliseconds < 100 ? '0' : ''}${milliseconds}Z`
}
