// Answers of people to questions that a tool call asks on its response stream (protocol 2025-11-25). The answer is a request of
// its own, which may reach another node: that node passes it on.
import type { Sql } from '../../core/sql.ts'

const actions = ['accept', 'decline', 'cancel'] as const
export type AnswerAction = (typeof actions)[number]

/** How long a call waits for a person. */
const patienceMs = 5 * 60_000
/** Each holds a request open. */
const mostPerCredential = 5

export type Answers = {
  /** Undefined when nobody answers in time, the client has gone, or too many questions are open. */
  wait(question: { id: string; credentialId: string }, signal: AbortSignal): Promise<AnswerAction | undefined>
  /** A response that a client has sent. Others than answers are ignored. */
  deliver(credentialId: string, response: { id?: unknown; result?: unknown }): Promise<void>
}

export const answersChannel = 'dailies_answers'

/** `listen` is called once, with the listener of the answers that other nodes pass on. */
export function createAnswers(
  sql: Sql,
  listen: (listener: (payload: string | undefined) => void) => void,
): Answers {
  const waiting = new Map<string, (action: AnswerAction | undefined) => void>()

  function settle(credentialId: string, id: string, action: string): boolean {
    const resolve = waiting.get(`${credentialId} ${id}`)
    resolve?.(actions.find((one) => one === action))
    return resolve !== undefined
  }

  listen((payload) => {
    const [credentialId, id, action] = payload?.split(' ') ?? []
    if (credentialId && id && action) settle(credentialId, id, action)
  })

  return {
    async wait({ id, credentialId }, signal) {
      const open = [...waiting.keys()].filter((key) => key.startsWith(`${credentialId} `))
      if (open.length >= mostPerCredential || signal.aborted) return undefined
      const key = `${credentialId} ${id}`
      const { promise, resolve } = Promise.withResolvers<AnswerAction | undefined>()
      const giveUp = () => resolve(undefined)
      const timer = setTimeout(giveUp, patienceMs)
      signal.addEventListener('abort', giveUp)
      waiting.set(key, resolve)
      try {
        return await promise
      } finally {
        waiting.delete(key)
        clearTimeout(timer)
        signal.removeEventListener('abort', giveUp)
      }
    },
    async deliver(credentialId, { id, result }) {
      // An error, for example of a client that cannot ask, counts as a refusal.
      const action = (result as { action?: unknown } | undefined)?.action ?? 'cancel'
      if (!isQuestionId(id) || !actions.some((one) => one === action)) return
      if (settle(credentialId, id, String(action))) return
      await sql`select pg_notify(${answersChannel}, ${`${credentialId} ${id} ${action}`})`
    },
  }
}

function isQuestionId(id: unknown): id is string {
  return typeof id === 'string' && /^[0-9a-f-]{36}$/.test(id)
}
