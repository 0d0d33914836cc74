// One connection that listens for Postgres notifications. A notification is only a hint: behind a pooler, or while the
// connection is down, none arrive, so every listener polls as well.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { type Connection, clientConfig } from '../core/connection.ts'

export const channels = [
  'dailies_events',
  'dailies_deliveries',
  'dailies_installation',
  'dailies_presence',
  'dailies_unread',
  'dailies_answers',
] as const
export type Channel = (typeof channels)[number]

/** Receives the payload; undefined when notifications may have been lost. */
export type Listener = (payload: string | undefined) => void

export type Notifications = {
  on(channel: Channel, listener: Listener): void
  close(): Promise<void>
}

const firstPauseMs = 100
const longestPauseMs = 10_000
/** The interval at which a broken connection is detected. */
const checkMs = 10_000
const answersWithinMs = 5_000

export function startNotifications(connection: Connection, logger: Logger): Notifications {
  const listeners = new Map<Channel, Listener[]>(channels.map((channel) => [channel, []]))
  const ending = new AbortController()
  let pauseMs = firstPauseMs

  function notify(channel: Channel, payload: string | undefined): void {
    for (const listener of listeners.get(channel) ?? []) listener(payload)
  }

  /** Runs until the connection breaks or listening stops. */
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
    client.on('notification', ({ channel, payload }) => notify(channel as Channel, payload))
    try {
      await client.connect()
      for (const channel of channels) await client.query(`listen ${channel}`)
      pauseMs = firstPauseMs
      for (const channel of channels) notify(channel, undefined)
      while (!ending.signal.aborted) {
        await Promise.race([broken, pause(checkMs, undefined, { signal: ending.signal }).catch(() => {})])
        if (!ending.signal.aborted) await client.query('select 1')
      }
    } finally {
      // Do not wait for a broken connection: it may never answer.
      if (ending.signal.aborted) await client.end().catch(() => {})
      else client.end().catch(() => {})
    }
  }

  async function keepListening(): Promise<void> {
    while (!ending.signal.aborted) {
      const error = await listen().catch((reason: Error) => reason)
      if (ending.signal.aborted) return
      if (pauseMs === firstPauseMs)
        logger.warn({ err: error }, 'the connection for database notifications failed; reconnecting')
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
