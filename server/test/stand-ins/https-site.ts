// A local HTTPS site that serves the metadata documents of OAuth apps.
import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

// A self-signed certificate for these tests.
const fixture = (name: string) => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8')
const cert = fixture('localhost-cert.pem')
const authorities = getCACertificates()
let users = 0

/** Makes this process trust the certificate of the site, until the end of the file or test. */
export function trustTestCertificate(): void {
  if (users++ === 0) setDefaultCACertificates([...authorities, cert])
  after(() => {
    if (--users === 0) setDefaultCACertificates(authorities)
  })
}

export async function startSite(listener: RequestListener) {
  trustTestCertificate()
  let connections = 0
  const server = createServer({ key: fixture('localhost-key.pem'), cert }, listener)
  server.on('connection', () => connections++)
  await new Promise<void>((resolve) => server.listen(0, resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const host = `localhost:${(server.address() as AddressInfo).port}`
  return { host, url: `https://${host}`, connections: () => connections }
}
