// The short way of a GET that takes nothing, such as Ping, by a caller whom we remember: no router, no hooks, no parsing.
// What is not as expected goes the long way, which says what is wrong; so no rule is written here a second time.
import type { ServerResponse } from 'node:http'
import { type Answer, callOperation } from '../../core/call.ts'
import { methodAndPath, type Operation } from '../../core/operation.ts'
import { rateLimitHeaders, type Verdict } from '../../core/rate-limit.ts'
import type { ApiRequest } from './api-request.ts'
import { callLimit, type RouteServices, send } from './routes.ts'

type Step = (request: ApiRequest, response: ServerResponse<ApiRequest>) => void

/** Takes one of the two steps: when the answer is sent, or to have it made the long way. */
export type Shortcut = (
  request: ApiRequest,
  response: ServerResponse<ApiRequest>,
  answered: Step,
  longWay: Step,
) => void

/** By the URL of the request, as it stands. */
export function createShortcuts(operations: Operation[], services: RouteServices): Map<string, Shortcut> {
  const short = operations.filter(
    ({ http, input, workspaceRole, credential }) =>
      http.startsWith('GET ') &&
      Object.keys(input.shape).length === 0 &&
      workspaceRole === undefined &&
      credential === undefined,
  )
  return new Map(short.map((operation) => [methodAndPath(operation).path, shortcut(operation, services)]))
}

function shortcut(operation: Operation, services: RouteServices): Shortcut {
  const { authenticator } = services
  const { quota, take } = callLimit(services, operation.tier, operation.name)
  const { scope } = operation

  function answer(
    verdict: Verdict,
    ...[request, response, answered, longWay]: Parameters<Shortcut>
  ): undefined | Promise<void> {
    if (!verdict.allowed) return void longWay(request, response)
    request.limits = rateLimitHeaders(quota, verdict)
    const respond = (given: Answer) => {
      send(request, response, given)
      answered(request, response)
    }
    const given = callOperation(services, operation, request.caller, {})
    if (given instanceof Promise) return given.then(respond).catch(() => longWay(request, response))
    respond(given)
  }

  return (request, response, answered, longWay) => {
    const { authorization } = request.headers
    const token = authorization?.startsWith('Bearer ') ? authorization.slice(7) : ''
    const caller = authenticator.remembered(token)
    if (caller === undefined || !(scope === null || caller.scopes.has(scope)))
      return longWay(request, response)
    request.operation = operation
    request.caller = caller
    const verdict = take(caller)
    if (!(verdict instanceof Promise)) return answer(verdict, request, response, answered, longWay)
    verdict.then((settled) => answer(settled, request, response, answered, longWay))
  }
}
