// Receives webhooks as fast as a bare server can.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerParent, usage } from './processes.ts'

let received = 0

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  request.resume().on('end', () => {
    received++
    response.writeHead(204).end()
  })
})

export const handlers = {
  async start(): Promise<number> {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    return (server.address() as AddressInfo).port
  },
  received: () => received,
  usage,
}
answerParent(handlers)
