// The conformance suite and the inspector cannot send tokens: this proxy on the loopback interface adds one, and
// forwards everything else unchanged, including Host and Origin.
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export async function startTokenProxy(
  target: string,
  token: string,
): Promise<{ url: string; close(): void }> {
  const { hostname, port } = new URL(target)
  const proxy = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` }
    const { method, url: path } = incoming
    const forwarded = request({ hostname, port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    outgoing.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  })
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
  const { port: own } = proxy.address() as AddressInfo
  const close = () => {
    proxy.close()
    proxy.closeAllConnections()
  }
  return { url: `http://localhost:${own}`, close }
}
