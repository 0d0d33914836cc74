import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** Ports of 127.0.0.1 that are free now: for a program that must know its address before it listens. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))))
  return ports
}

/** The URL of a port that is free now. */
export async function freeAddress(): Promise<string> {
  return `http://127.0.0.1:${(await freePorts(1))[0]}`
}
