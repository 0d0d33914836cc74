import { type Logger, pino } from 'pino'

/** JSON lines for machines; one short line per event for a person at a terminal. */
export function createLogger(level: string, terminal: boolean): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime }
  if (terminal) return pino(options, { write: (line: string) => void process.stdout.write(readable(line)) })
  // Written in blocks: a write per request cost a third of Ping's throughput. Errors and shutdown flush the buffer.
  const destination = pino.destination({ fd: 1, sync: false, minLength: 16_000, periodicFlush: 1000 })
  return pino(options, destination)
}

function readable(line: string): string {
  const { level, time, msg, method, path, status, ms, requestId, err } = JSON.parse(line)
  const clock = String(time).slice(11, 23)
  if (method) return `${clock}  ${status} ${method} ${path}  ${ms} ms  ${requestId}\n`
  const mark = level >= 50 ? 'error' : level >= 40 ? 'warning' : 'info'
  const cause = err ? `: ${err.stack ?? err.message ?? err}` : ''
  return `${clock}  ${mark}  ${msg}${cause}${requestId ? `  ${requestId}` : ''}\n`
}
