import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { startPulse } from './pulse.ts'

test('a database that accepts connections and never answers is silent, also when this process is busy', async (t) => {
  const sockets: Socket[] = []
  const frozen = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
  await once(frozen, 'listening')
  const { port } = frozen.address() as { port: number }
  const silent = Promise.withResolvers<void>()
  const pulse = startPulse({ host: '127.0.0.1', port, user: 'none', database: 'none' }, () => {})
  t.after(async () => {
    for (const socket of sockets) socket.destroy()
    frozen.close()
    await pulse.close()
  })
  pulse.onSilent(silent.resolve)
  await once(frozen, 'connection')
  // Several ticks become one.
  for (const until = performance.now() + 1_500; performance.now() < until; );
  await silent.promise
})
