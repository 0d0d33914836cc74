// Sends requests until they are acknowledged, and records every answer that a client must not get.
import { setTimeout as pause } from 'node:timers/promises'
import { siteUrl } from '../start-cluster.ts'

/** The longest time for an error; a client must not wait longer to learn that it has to retry. */
const errorWithinMs = 5_000
/** The client gives up after this time and retries. */
const attemptMs = 20_000

export type Answer = {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: each client knows the body it asks for.
  body: any
  /** Whether an earlier attempt got no acknowledgement, so that it may have been executed. */
  doubtful: boolean
}

export type Request = { body?: object; idempotencyKey?: string; expected: number[] }

/** Answers that the current fault allows besides a 503 within five seconds. */
export type Tolerance = { noAnswer?: boolean; diskFull?: boolean }

export type Journal = ReturnType<typeof createJournal>

export function createJournal(key: string) {
  const violations: string[] = []
  const latest = new Map<string, number>()
  const counts = { acknowledged: 0, unavailable: 0, unanswered: 0, slowestErrorMs: 0 }
  let tolerance: Tolerance = {}
  let fault = 'no fault'
  let ended = false

  async function attempt(kind: string, route: string, request: Request): Promise<Omit<Answer, 'doubtful'>> {
    const [method = '', path = ''] = route.split(' ')
    const headers: Record<string, string> = { Authorization: `Bearer ${key}` }
    if (request.body) headers['Content-Type'] = 'application/json'
    if (request.idempotencyKey) headers['Idempotency-Key'] = request.idempotencyKey
    const start = performance.now()
    const under = fault
    const complain = (text: string) =>
      violations.push(`${under}: ${kind} ${route}: ${text} after ${Math.round(performance.now() - start)} ms`)
    try {
      const response = await fetch(siteUrl + path, {
        method,
        headers,
        signal: AbortSignal.timeout(attemptMs),
        ...(request.body ? { body: JSON.stringify(request.body) } : {}),
      })
      const text = await response.text()
      const body = text === '' ? undefined : JSON.parse(text)
      const { status } = response
      if (status < 400 || request.expected.includes(status)) return { status, body }
      const ms = performance.now() - start
      const retryAfter = response.headers.get('Retry-After')
      if (status === 503 && retryAfter !== null) {
        counts.unavailable++
        counts.slowestErrorMs = Math.max(counts.slowestErrorMs, Math.round(ms))
        if (ms > errorWithinMs) complain('503 too late')
      } else if (!(status === 507 && tolerance.diskFull) && body?.code !== 'idempotency_in_progress') {
        complain(`${status} ${text.slice(0, 200)}`)
      }
      await pause(Math.min(1_000 * Number(retryAfter ?? 1), 2_000))
      return { status, body }
    } catch (error) {
      counts.unanswered++
      const { cause, message } = error as Error
      if (!tolerance.noAnswer) complain(`no answer (${(cause as Error)?.message ?? message})`)
      await pause(500)
      return { status: 0, body: undefined }
    }
  }

  return {
    violations,
    counts,
    /** When each kind of client last succeeded with a request that it had sent after the given time. */
    succeededSince: (kind: string, time: number) => (latest.get(kind) ?? 0) > time,
    begin(name: string, allowed: Tolerance) {
      fault = name
      tolerance = allowed
    },
    /** Retries until acknowledged; undefined when the run ended before. */
    async send(kind: string, route: string, request: Request): Promise<Answer | undefined> {
      for (let doubtful = false; !ended; doubtful = true) {
        const sent = performance.now()
        const answer = await attempt(kind, route, request)
        if (answer.status !== 0 && (answer.status < 400 || request.expected.includes(answer.status))) {
          counts.acknowledged++
          latest.set(kind, sent)
          return { ...answer, doubtful }
        }
      }
      return undefined
    },
    /** Requests that are not acknowledged yet are given up. */
    end() {
      ended = true
    },
    ended: () => ended,
  }
}
