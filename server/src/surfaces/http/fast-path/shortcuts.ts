// The fast path of a GET without input, such as Ping, by a caller whose token is remembered: no router, no hooks, no
// parsing, no promises. Any other request takes the ordinary path in `../routes.ts`, and so does a refusal: the ordinary
// path names the reason, so that no rule is written twice.
import type { ServerResponse } from 'node:http'
import { type Answer, callOperation, type Services } from '../../../core/call.ts'
import { methodAndPath, type Operation } from '../../../core/operation.ts'
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
    return admitted ? callOperation({ services, operation, caller: request.caller, input: {} }) : undefined
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
