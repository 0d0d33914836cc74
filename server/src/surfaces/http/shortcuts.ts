// The short way of a GET that takes nothing, such as Ping, by a caller whom we remember: no router, no hooks, no parsing.
// What is not as expected goes the long way, which says what is wrong; so no rule is written here a second time.
import type { ServerResponse } from 'node:http'
import { callOperation } from '../../core/call.ts'
import { methodAndPath, type Operation } from '../../core/operation.ts'
import { rateLimitHeaders, type Verdict } from '../../core/rate-limit.ts'
import type { ApiRequest } from './api-request.ts'
import { quotaOf, type RouteServices, send } from './routes.ts'

export type Shortcut = (request: ApiRequest, response: ServerResponse, longWay: () => void) => void

/** By the URL of the request, as it stands. */
export function createShortcuts(operations: Operation[], services: RouteServices): Map<string, Shortcut> {
  const short = operations.filter(
    ({ http, input, workspaceRole }) =>
      http.startsWith('GET ') && Object.keys(input.shape).length === 0 && workspaceRole === undefined,
  )
  return new Map(short.map((operation) => [methodAndPath(operation).path, shortcut(operation, services)]))
}

function shortcut(operation: Operation, services: RouteServices): Shortcut {
  const { authenticator, limiter } = services
  const quota = quotaOf(operation, services.rateLimits)
  const { scope } = operation

  function answer(request: ApiRequest, response: ServerResponse, verdict: Verdict, longWay: () => void) {
    if (!verdict.allowed) return longWay()
    request.limits = rateLimitHeaders(quota, verdict)
    const answered = callOperation(services, operation, request.caller, {})
    if (answered instanceof Promise) answered.then((settled) => send(request, response, settled), longWay)
    else send(request, response, answered)
  }

  return (request, response, longWay) => {
    const { authorization } = request.headers
    const token = authorization?.startsWith('Bearer ') ? authorization.slice(7) : ''
    const caller = authenticator.remembered(token)
    if (caller === undefined || !(scope === null || caller.scopes.has(scope))) return longWay()
    request.operation = operation
    request.caller = caller
    const verdict = limiter.take(caller.credentialId, quota)
    if (!(verdict instanceof Promise)) return answer(request, response, verdict, longWay)
    verdict.then((settled) => answer(request, response, settled, longWay))
  }
}
