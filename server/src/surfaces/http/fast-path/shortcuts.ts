// The fast path of HTTP: hand-tuned code for requests that need no work of their own. Nothing here changes what a client
// sees; the ordinary path is `../routes.ts`.
//
// What it holds
//   shortcuts.ts     a GET without input, such as Ping, by a caller whose token is cached: no router, no hooks, no parsing,
//                    no promises. Any other request, and any refusal, takes the ordinary path, which names the reason.
//   send-answer.ts   writes the answer of an operation past Fastify.
//   request-log.ts   writes the log line of a request past pino.
//
// What it buys
//   Ping takes 80 to 85 µs of server CPU with the shortcut and 103 µs without it: about 20 % (2026-11-16, two arm64 cores,
//   database stubbed, the best of 55 batches of 800 requests).
//
// When to delete it
//   When `npm run bench -- ping` meets its goal without it. To delete the shortcut: remove `fastPath` from `../app.ts` and
//   `../../server.ts`, and the export of `forRemembered` from `../../admission.ts`.
import type { ServerResponse } from 'node:http'
import { callOperation, plainCall } from '../../../core/call.ts'
import { methodAndPath, type Operation } from '../../../core/operation.ts'
import type { Services } from '../../../core/services.ts'
import type { Answer } from '../../../core/steps.ts'
import type { Admission } from '../../admission.ts'
import type { ApiRequest } from '../../request.ts'
import { sendAnswer } from './send-answer.ts'

type Handler = (request: ApiRequest, response: ServerResponse<ApiRequest>) => void

/** Answers the request, or hands it to the ordinary path. */
type Shortcut = (request: ApiRequest, response: ServerResponse<ApiRequest>, ordinary: Handler) => void

export type FastPath = (ordinary: Handler) => Handler

type FastPathOptions = { operations: Operation[]; admission: Admission; services: Services }

/** Wraps the ordinary path: takes the requests that have a shortcut, by their URL as it was sent. */
export function createFastPath({ operations, admission, services }: FastPathOptions): FastPath {
  const shortcuts = new Map(
    operations
      .filter(hasShortcut)
      .map((operation) => [methodAndPath(operation).path, shortcutOf(operation, admission, services)]),
  )
  return (ordinary) => (request, response) => {
    const shortcut = request.method === 'GET' ? shortcuts.get(request.url!) : undefined
    if (shortcut) shortcut(request, response, ordinary)
    else ordinary(request, response)
  }
}

function hasShortcut({ http, input, workspaceRole, credential }: Operation): boolean {
  return (
    http.startsWith('GET ') &&
    Object.keys(input.shape).length === 0 &&
    workspaceRole === undefined &&
    credential === undefined
  )
}

function shortcutOf(operation: Operation, admission: Admission, services: Services): Shortcut {
  const admit = admission.forRemembered(operation)

  /** Undefined: the ordinary path has to be taken. */
  function call(request: ApiRequest, admitted: boolean): Answer | undefined | Promise<Answer> {
    return admitted ? callOperation(plainCall(services, operation, request.caller, {})) : undefined
  }

  return (request, response, ordinary) => {
    const respond = (answer: Answer | undefined) => {
      if (response.destroyed) return
      if (answer === undefined) ordinary(request, response)
      else sendAnswer(request, response, answer)
    }
    const failed = () => respond(undefined)
    let answer: Answer | undefined | Promise<Answer | undefined>
    try {
      const admitted = admit(request)
      answer =
        admitted instanceof Promise
          ? admitted.then((settled) => call(request, settled))
          : call(request, admitted)
    } catch {
      return failed()
    }
    if (answer instanceof Promise) answer.then(respond, failed)
    else respond(answer)
  }
}
