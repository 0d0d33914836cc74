import { ConnectionTimeoutError, createClient, SocketTimeoutError } from '@redis/client'

/** The interval at which users of a client check it, and replace it when its connection is closed. */
export const beatMs = 1000

export type RedisClient = ReturnType<typeof createRedisClient>

export function createRedisClient(url: string) {
  return createClient({
    url,
    disableOfflineQueue: true,
    commandsQueueMaxLength: 10_000,
    // The client's own timeout ends when a command is written, so it does not detect a silent server.
    commandOptions: { timeout: 0 },
    maintNotifications: 'disabled',
    disableClientInfo: true,
    // The heartbeat reconnects, since its timer can be cleared; the client's cannot. The socket timeout is for
    // servers that accept and then send nothing: an idle connection has a heartbeat every second.
    socket: { connectTimeout: beatMs, socketTimeout: 3 * beatMs, reconnectStrategy: false },
  })
}

class TooLate extends Error {}

export function isDelay(error: unknown): boolean {
  return [TooLate, ConnectionTimeoutError, SocketTimeoutError].some((kind) => error instanceof kind)
}

/** Rejects when there is no answer in time. */
export async function inTime<T>(answer: Promise<T>, ms: number): Promise<T> {
  const { promise: patience, reject } = Promise.withResolvers<never>()
  // The time limit is split into five timers: when this process itself is blocked, however long, only one of them is
  // lost.
  let parts = 5
  const timer = setInterval(() => {
    parts -= 1
    if (parts === 0) reject(new TooLate(`nothing in ${ms} ms`))
  }, ms / parts)
  try {
    return await Promise.race([answer, patience])
  } finally {
    clearInterval(timer)
  }
}

/** A refused connection to a name with two addresses is an AggregateError, which has a code but no message. */
export function reasonOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  return message || code || String(error)
}
