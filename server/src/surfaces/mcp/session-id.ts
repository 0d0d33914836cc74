// A client of 2025-11-25 says only in its first message what it can do. The answer gives it a session id that says so from
// then on, so that the server remembers nothing: any node can answer the next message.
import { randomUUID } from 'node:crypto'

/** `cards`: it shows cards. `asks`: it can ask the person. */
export type Declared = { cards: boolean; asks: boolean }

export function sessionIdOf({ cards, asks }: Declared): string | undefined {
  const parts = [cards ? 'cards' : [], asks ? 'asks' : []].flat()
  return parts.length === 0 ? undefined : [...parts, randomUUID()].join('-')
}

export function declaredBy(sessionId: unknown): Declared {
  const parts = typeof sessionId === 'string' ? sessionId.split('-').slice(0, 2) : []
  return { cards: parts.includes('cards'), asks: parts.includes('asks') }
}
