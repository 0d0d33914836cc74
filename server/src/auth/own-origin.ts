import type { IncomingHttpHeaders } from 'node:http'
import { ApiError } from '../core/errors.ts'

/**
 * Against cross-site request forgery: a change by cookie must come from a page of this server. Browsers send the origin of
 * a request in Sec-Fetch-Site, and on plain http, where they omit that header, in Origin.
 */
export function requireOwnOrigin(headers: IncomingHttpHeaders, baseUrl: string): void {
  const site = headers['sec-fetch-site']
  const own = site === undefined ? headers.origin === baseUrl : site === 'same-origin' || site === 'none'
  if (!own) throw new ApiError('foreign_origin')
}

/** Safe methods change nothing, and pages of other sites cannot read the responses. */
export function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'QUERY'
}
