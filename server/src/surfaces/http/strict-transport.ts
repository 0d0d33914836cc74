import { type IncomingMessage, ServerResponse } from 'node:http'

/** Without `includeSubDomains`: other hosts of the domain may not be part of this installation. */
export const strictTransport = ['strict-transport-security', 'max-age=31536000'] as const

/** With an https `BASE_URL`, every response tells browsers never to use plain http. */
export class StrictTransportResponse<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {
  // biome-ignore lint/suspicious/noExplicitAny: passes on whatever Node accepts.
  override writeHead(...given: any[]): this {
    const last = given.at(-1)
    if (Array.isArray(last)) given[given.length - 1] = [...last, ...strictTransport]
    else this.setHeader(...strictTransport)
    return super.writeHead(...(given as [number]))
  }
}

export function isSecure(baseUrl: string): boolean {
  return baseUrl.startsWith('https:')
}
