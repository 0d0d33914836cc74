// Against DNS rebinding: a page in a browser must not reach a server that only its visitor can reach.
import { validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server'
import { ApiError } from '../../core/errors.ts'

const local = ['localhost', '127.0.0.1', '[::1]']

/** Throws 403 for a Host or an Origin of another server. Programs send no Origin, and need none. */
export function originGuard(baseUrl: string): (host: string | undefined, origin: string | undefined) => void {
  const { hostname } = new URL(baseUrl)
  const allowed = local.includes(hostname) ? local : [hostname]
  return (host, origin) => {
    if (!validateHostHeader(host, allowed).ok) throw new ApiError('host_refused')
    if (!validateOriginHeader(origin, allowed).ok) throw new ApiError('origin_refused')
  }
}
