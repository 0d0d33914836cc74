// A server with the default limits, and with a key for a provider that refuses every generation.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { startService } from './start.ts'

const provider = createServer((request, response) => {
  request.resume()
  request.on('end', () =>
    response.writeHead(400, { 'Content-Type': 'application/json' }).end('{"code":1301}'),
  )
})
await new Promise<void>((listening) => provider.listen(0, '127.0.0.1', listening))
after(() => provider.close())

export const limited = await startService({
  KLING_API_KEY: 'not-a-real-key',
  KLING_BASE_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
})
