// Operations → routes of the API. Admission → input → call → response; everything about an operation is read from its
// declaration. A GET without input, such as Ping, may take the fast path instead: see `fast-path/shortcuts.ts`.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callOperation, parseInput } from '../../core/call.ts'
import { ApiError } from '../../core/errors.ts'
import { readIdempotencyKey } from '../../core/idempotency.ts'
import { methodAndPath, type Operation } from '../../core/operation.ts'
import type { Services } from '../../core/services.ts'
import type { Answer } from '../../core/steps.ts'
import { type Admission, type AdmitCall, clientOf } from '../admission.ts'
import { apiRequest } from '../request.ts'
import { sendAnswer } from './fast-path/send-answer.ts'
import { goneSignal } from './gone-signal.ts'
import { flatFields, queryReader } from './input.ts'

export type RouteServices = {
  admission: Admission
  /** The services that operations are called with. */
  services: Services
  /** Bytes of a body that a caller with a credential may send. */
  bodyLimit: number
}

export function registerOperations(
  app: FastifyInstance,
  operations: Operation[],
  { admission, services, bodyLimit }: RouteServices,
): void {
  const declared = new Set(operations.map((operation) => operation.http))
  for (const operation of operations) {
    const { method, path } = methodAndPath(operation)
    const admit = admission.forOperation(operation)
    const serve = createHandler(operation, services)
    // Where the credential is optional, the body may come from anybody, and the lower limit of the app holds.
    const limit = operation.credential === 'optional' ? {} : { bodyLimit }
    const routes = [method]
    // A cursor list can also be read with GET, unless GET on its path is an operation of its own.
    if (method === 'QUERY' && !declared.has(`GET ${path}` as Operation['http'])) routes.push('GET')
    for (const route of routes)
      app.route({ method: route, url: path, ...limit, ...steps(route, admit, serve) })
  }
}

/** Admission comes before a byte of the body is read. A GET has no body, and is spared the cost of a hook. */
function steps(method: string, admit: AdmitCall, serve: Handler) {
  if (method === 'GET') {
    return {
      handler(request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined {
        const waiting = admit(request)
        return waiting ? waiting.then(() => serve(request, reply)) : serve(request, reply)
      },
    }
  }
  return {
    onRequest(request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
      const waiting = admit(request)
      if (waiting) waiting.then(() => done(), done)
      else done()
    },
    handler: serve,
  }
}

/** Undefined when the response is sent at once: a promise less for each call. */
type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<void> | undefined

function createHandler(operation: Operation, services: Services): Handler {
  const { method, pathKeys } = methodAndPath(operation)
  const readQuery = queryReader(operation)
  const idempotent = method === 'POST'

  return (request, reply) => {
    const raw = apiRequest(request)
    const { headers, caller } = raw
    if (idempotent && headers['x-http-method-override'] !== undefined) {
      const message = 'The only method that can be overridden to is QUERY.'
      throw new ApiError('invalid_request', { message })
    }
    const key = idempotent ? headers['idempotency-key'] : undefined
    const answer = callOperation({
      services,
      operation,
      caller,
      input: parseInput(operation, pathKeys, flatFields(request, readQuery, pathKeys)),
      ifMatch: headers['if-match'],
      idempotencyKey: typeof key === 'string' ? readIdempotencyKey(key) : undefined,
      client: () => clientOf(request),
      gone: () => goneSignal(reply.raw),
    })
    const respond = (settled: Answer) => {
      reply.hijack()
      sendAnswer(raw, reply.raw, settled)
    }
    if (answer instanceof Promise) return answer.then(respond)
    respond(answer)
  }
}
