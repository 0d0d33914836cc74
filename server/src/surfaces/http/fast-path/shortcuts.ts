// The fast path of HTTP: hand-tuned code for requests that need no work of their own. Nothing here changes what a client
// sees; the ordinary path is `../routes.ts`.
//
// What it holds
//   shortcuts.ts     a GET without input, such as Ping, by a caller whose token is cached: no router, no hooks, no parsing,
//                    no promises. Any other request, and any refusal, takes the ordinary path, which names the reason.
//   send-answer.ts   writes the answer of an operation past Fastify, with its headers as one text.
//   request-log.ts   writes the log line of a request past pino.
//
// What it buys
//   Ping takes 80 to 85 µs of server CPU with the shortcut and 103 µs without it: about 20 % (2026-11-16, two arm64 cores,
//   database stubbed, the best of 55 batches of 800 requests). One text of headers, an answer that is made once for each caller,
//   and no events of an empty body took another 8 µs (79 to 71, on a busy machine, the best of 14 alternating rounds).
//
// When to delete it
//   When `npm run bench -- ping` meets its goal without it. To delete the shortcut: remove `fastPath` from `../app.ts` and
//   `../../server.ts`, and the export of `forRemembered` from `../../admission.ts`.
import type { ServerResponse } from 'node:http'
import type { Caller } from '../../../core/access.ts'
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
  const answerFor = answersOf(operation, services)

  /** Undefined: the ordinary path has to be taken. */
  function call({ caller }: ApiRequest, admitted: boolean): Answer | undefined | Promise<Answer> {
    return admitted ? answerFor(caller!) : undefined
  }

  return (request, response, ordinary) => {
    let answer: Answer | undefined | Promise<Answer | undefined>
    try {
      const admitted = admit(request)
      answer =
        admitted instanceof Promise
          ? admitted.then((settled) => call(request, settled))
          : call(request, admitted)
    } catch {
      answer = undefined
    }
    const respond = (settled: Answer | undefined) => {
      if (response.destroyed) return
      if (settled === undefined) return ordinary(request, response)
      skipEmptyBody(request)
      sendAnswer(request, response, settled)
    }
    if (answer instanceof Promise) answer.then(respond, () => respond(undefined))
    else respond(answer)
  }
}

function answersOf(operation: Operation, services: Services): (caller: Caller) => Answer | Promise<Answer> {
  const call = (caller: Caller) => callOperation(plainCall(services, operation, caller, {}))
  if (!operation.perCaller) return call
  const answers = new WeakMap<Caller, Answer>()
  return (caller) => {
    const known = answers.get(caller)
    if (known !== undefined) return known
    const answer = call(caller)
    if (!(answer instanceof Promise)) answers.set(caller, answer)
    return answer
  }
}

type NodeRequest = ApiRequest & { _dumpAndCloseReadable(): void }

/**
 * Spares Node the events of a body that nobody reads, as its option `optimizeEmptyRequests` does for every request. The option
 * itself is off, because Fastify waits for the end of a POST that has a Content-Type and no body.
 */
function skipEmptyBody(request: ApiRequest): void {
  const { headers } = request
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return
  ;(request as NodeRequest)._dumpAndCloseReadable()
  request._read(0)
}
