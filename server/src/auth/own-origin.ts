import type { IncomingHttpHeaders } from 'node:http'
import { ApiError } from '../core/errors.ts'

/**
 * Against forged requests: what changes something with a cookie must come from a page of ours. Browsers say where a
 * request comes from in Sec-Fetch-Site; on plain http, where they do not, in Origin.
 */
export function requireOwnOrigin(headers: IncomingHttpHeaders, baseUrl: string): void {
  const site = headers['sec-fetch-site']
  const own = site === undefined ? headers.origin === baseUrl : site === 'same-origin' || site === 'none'
  if (!own) throw new ApiError('foreign_origin')
}

/** They change nothing, and no foreign page can read their answers. */
export function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'QUERY'
}
