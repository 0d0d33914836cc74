// The short way of a GET that takes nothing, such as Ping, by a caller whom we remember: no router, no hooks, no parsing.
// What is not as expected goes the long way, which says what is wrong; so no rule is written here a second time.
import type { ServerResponse } from 'node:http'
import { type Answer, callOperation } from '../../../core/call.ts'
import { methodAndPath, type Operation } from '../../../core/operation.ts'
import { rateLimitHeaders, type Verdict } from '../../../core/rate-limit.ts'
import type { ApiRequest } from '../../request.ts'
import { callLimit, type RouteServices, send } from '../routes.ts'

type LongWay = (request: ApiRequest, response: ServerResponse<ApiRequest>) => void

/** Answers the request, or has it answered the long way. */
export type Shortcut = (request: ApiRequest, response: ServerResponse<ApiRequest>, longWay: LongWay) => void

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
  const { quotaOf, take } = callLimit(services, operation.tier, operation.name)
  const { scope } = operation

  /** Undefined: the long way has to be taken. */
  function call(request: ApiRequest, verdict: Verdict): Answer | undefined | Promise<Answer> {
    if (!verdict.allowed) return undefined
    request.limits = rateLimitHeaders(quotaOf(request.caller), verdict)
    return callOperation(services, operation, request.caller, {})
  }

  return (request, response, longWay) => {
    const { authorization } = request.headers
    const token = authorization?.startsWith('Bearer ') ? authorization.slice(7) : ''
    const caller = authenticator.remembered(token)
    if (caller === undefined || !(scope === null || caller.scopes.has(scope)))
      return longWay(request, response)
    request.operation = operation
    request.caller = caller
    const respond = (answer: Answer | undefined) => {
      if (response.destroyed) return
      if (answer === undefined) longWay(request, response)
      else send(request, response, answer)
    }
    const failed = () => respond(undefined)
    let answer: Answer | undefined | Promise<Answer | undefined>
    try {
      const verdict = take(caller)
      answer =
        verdict instanceof Promise
          ? verdict.then((settled) => call(request, settled))
          : call(request, verdict)
    } catch {
      return failed()
    }
    if (answer instanceof Promise) answer.then(respond, failed)
    else respond(answer)
  }
}
