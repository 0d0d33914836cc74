// A thousand event streams in one process, which record when each event arrives.
import { connect } from 'node:net'
import { answerParent } from './processes.ts'

/** Milliseconds from emitting an event, before its commit, to its receipt; one per reader. */
let delays: number[] = []
let arrived = 0
let expected = { count: 0, reached: () => {} }

function open(port: number, path: string, key: string): Promise<void> {
  return new Promise((ready, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', reject)
    socket.setEncoding('latin1')
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: bench\r\nAccept: text/event-stream\r\nAuthorization: Bearer ${key}\r\n\r\n`,
    )
    socket.on('data', (chunk) => {
      const now = performance.timeOrigin + performance.now()
      const text = chunk as unknown as string
      if (text.includes('event: ready')) ready()
      for (const [, time] of text.matchAll(/"createdAt":"([^"]+)"/g)) take(now, time!)
    })
  })
}

function take(now: number, time: string): void {
  const micros = Number(time.slice(-3)) / 1000
  delays.push(now - (Date.parse(`${time.slice(0, -3).replace(' ', 'T')}Z`) + micros))
  if (++arrived >= expected.count) expected.reached()
}

export const handlers = {
  async open({ port, path, keys }: { port: number; path: string; keys: string[] }): Promise<void> {
    // Connect a few at a time.
    for (let i = 0; i < keys.length; i += 50) {
      await Promise.all(keys.slice(i, i + 50).map((key) => open(port, path, key)))
    }
  },
  /** Resolves when this many more events have arrived. */
  expect(count: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    arrived = 0
    expected = { count, reached: resolve }
    return promise
  },
  delays(): number[] {
    const taken = delays
    delays = []
    return taken
  },
}
answerParent(handlers)
