// Assertions that hold for every response of the API.
import assert from 'node:assert/strict'
import { z } from 'zod'
import { type ErrorCode, errorCodes } from '../../src/core/errors.ts'
import type { Operation } from '../../src/core/operation.ts'
import { documentedStatuses } from '../../src/surfaces/openapi/document.ts'
import { conflictCodes } from '../../src/surfaces/openapi/responses.ts'
import type { World } from '../worlds/world.ts'
import { header, type RawAnswer, type RawRequest, sendKept } from './raw-http.ts'
import type { Binding } from './requests.ts'

const Problem = z.strictObject({
  status: z.int(),
  code: z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]),
  message: z.string().min(1),
  authenticated: z.boolean(),
  requestId: z.string().min(8),
  type: z.url(),
  errors: z.array(z.strictObject({ path: z.string(), code: z.string().min(1), message: z.string().min(1) })),
})

/** Asserts a documented problem body and headers, without internals such as stack traces. */
export function assertProblem(answer: RawAnswer): z.output<typeof Problem> {
  try {
    return checkedProblem(answer)
  } catch (error) {
    const shown = `${answer.status} ${JSON.stringify(answer.headers)} ${answer.body.slice(0, 500)}`
    throw new Error(`${(error as Error).message}\n${shown}`, { cause: error })
  }
}

function checkedProblem(answer: RawAnswer): z.output<typeof Problem> {
  assert.match(header(answer, 'content-type') ?? '', /^application\/(problem\+)?json; charset=utf-8$/)
  const body = Problem.parse(JSON.parse(answer.body))
  assert.equal(body.status, answer.status)
  assert.equal(errorCodes[body.code][0], answer.status)
  assert.equal(body.requestId, header(answer, 'x-request-id'))
  assert.ok(body.type.endsWith(`/docs/errors#${body.code}`))
  assert.doesNotMatch(answer.body, /node_modules|\.ts:\d+|at async|SQLSTATE|syntax error|FST_ERR/)
  return body
}

/** Asserts a success with exactly the fields that the operation declares. */
export function assertSuccess(operation: Operation, answer: RawAnswer): void {
  const [status, output] = operation.output
  assert.equal(answer.status, status)
  if (output === undefined) {
    assert.equal(answer.body, '')
    return
  }
  assert.equal(header(answer, 'content-type'), 'application/json; charset=utf-8')
  const body = JSON.parse(answer.body)
  // Parsing drops undeclared fields, so the parsed body differs from the received one if there are any.
  assert.deepEqual(bodySchema(output).parse(body), body)
}

type Output = z.ZodType | { page: 'cursor' | 'number'; item: z.ZodType }

const bodySchemas = new Map<Output, z.ZodType>()

/** Kept, because Zod compiles a new schema on its first use. */
function bodySchema(output: Output): z.ZodType {
  const schema = bodySchemas.get(output) ?? newBodySchema(output)
  bodySchemas.set(output, schema)
  return schema
}

function newBodySchema(output: Output): z.ZodType {
  if (!('page' in output)) return z.strictObject({ data: output })
  const page =
    output.page === 'cursor'
      ? z.strictObject({ next: z.string().nullable(), prev: z.string().nullable() })
      : z.strictObject({ current: z.int(), hasNext: z.boolean() })
  return z.strictObject({ data: z.array(output.item).max(50), page })
}

/** Sends a request that reaches the operation and asserts that the response is documented and not a 5xx. */
export async function assertAnswer(
  world: World,
  operation: Operation,
  binding: Binding,
  request: RawRequest,
): Promise<RawAnswer> {
  const answer = await sendKept(world.url, request)
  // The ends of long texts are cut before they are joined: most of the requests are refused as they should be.
  const sent = `${request.method} ${request.path.slice(0, 500)} ${request.body?.slice(0, 1_000)}`
  const shown = `${sent} → ${answer.status} ${answer.body.slice(0, 500)}`
  assert.ok(answer.status < 500, shown)
  const statuses = binding === 'get' ? documentedStatuses(operation, 'GET') : documentedStatuses(operation)
  assert.ok(statuses.includes(answer.status), `not documented: ${shown}`)
  if (answer.status < 400) {
    assertSuccess(operation, answer)
    return answer
  }
  const { code } = assertProblem(answer)
  if (answer.status === 409) assert.ok(conflictCodes(operation).includes(code), `not documented: ${shown}`)
  return answer
}
