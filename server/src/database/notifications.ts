// One connection that hears what the database announces. It is a hint to look, never the only one: behind a pooler, or
// while it is being made anew, nothing is heard, so that whoever listens also looks by the clock.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { type Connection, clientConfig } from './client.ts'

export const channels = ['dailies_events', 'dailies_deliveries', 'dailies_installation'] as const
export type Channel = (typeof channels)[number]

/** Gets what was announced; undefined when something may have been missed. */
export type Listener = (payload: string | undefined) => void

export type Listening = {
  on(channel: Channel, listener: Listener): void
  close(): Promise<void>
}

const firstPauseMs = 100
const longestPauseMs = 10_000
/** A connection that is silently gone is noticed this often. */
const checkMs = 10_000
const answersWithinMs = 5_000

export function startListening(connection: Connection, logger: Logger): Listening {
  const listeners = new Map<Channel, Listener[]>(channels.map((channel) => [channel, []]))
  const ending = new AbortController()
  let pauseMs = firstPauseMs

  function tell(channel: Channel, payload: string | undefined): void {
    for (const listener of listeners.get(channel) ?? []) listener(payload)
  }

  /** Until the connection breaks, or we end. */
  async function listen(): Promise<void> {
    const client = new pg.Client({
      ...clientConfig(connection, answersWithinMs),
      query_timeout: answersWithinMs,
      application_name: 'dailies listening',
    })
    const broken = new Promise<never>((_, reject) => {
      client.on('error', reject)
      client.on('end', () => reject(new Error('the connection has ended')))
    })
    broken.catch(() => {})
    client.on('notification', ({ channel, payload }) => tell(channel as Channel, payload))
    try {
      await client.connect()
      for (const channel of channels) await client.query(`listen ${channel}`)
      pauseMs = firstPauseMs
      for (const channel of channels) tell(channel, undefined)
      while (!ending.signal.aborted) {
        await Promise.race([broken, pause(checkMs, undefined, { signal: ending.signal }).catch(() => {})])
        if (!ending.signal.aborted) await client.query('select 1')
      }
    } finally {
      // One that does not answer would be waited for.
      if (ending.signal.aborted) await client.end().catch(() => {})
      else client.end().catch(() => {})
    }
  }

  async function keepListening(): Promise<void> {
    while (!ending.signal.aborted) {
      const error = await listen().catch((reason: Error) => reason)
      if (ending.signal.aborted) return
      if (pauseMs === firstPauseMs)
        logger.warn({ err: error }, 'the database is not heard; it is tried again')
      await pause(pauseMs, undefined, { signal: ending.signal }).catch(() => {})
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    }
  }

  const ended = keepListening()
  return {
    on: (channel, listener) => void listeners.get(channel)!.push(listener),
    async close() {
      ending.abort()
      await ended
    },
  }
}
