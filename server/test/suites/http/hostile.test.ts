// Every operation with hostile paths, headers and bodies. See fuzz.test.ts for the seed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { methodAndPath, type Operation } from '../../../src/core/operation.ts'
import { operations } from '../../../src/service.ts'
import { documentedStatuses } from '../../../src/surfaces/openapi/document.ts'
import { assertProblem, assertSuccess } from '../../helpers/answers.ts'
import { atATime } from '../../helpers/at-a-time.ts'
import { startFuzz } from '../../helpers/fuzz-world.ts'
import {
  garbage,
  type HostileBody,
  heavyBodies,
  hostileBodies,
  hostileHeaders,
  hostileSegments,
  hostileTargets,
} from '../../helpers/hostile-requests.ts'
import { toJson } from '../../helpers/mutations.ts'
import { exchange, type RawAnswer, type RawRequest, sendKept, sendRaw } from '../../helpers/raw-http.ts'
import { pathOf, queryString } from '../../helpers/requests.ts'

const { world, owner, credential, check, target, spend } = await startFuzz()

// Errors of the request itself, before the operation is known.
const anyRequest = [400, 404, 405, 431]

for (const operation of operations) {
  const { path, pathKeys, method } = methodAndPath(operation)

  if (pathKeys.length > 0) {
    test(`${operation.name}: hostile ids`, async () => {
      const valid = await validRequest(operation)
      const refusesId = async (segment: string) => {
        const answer = await sendKept(world.url, { ...valid, path: path.replace(/:\w+/, segment) })
        assertRefused(answer, [400, 404], `${method} ${segment}`)
      }
      await atATime(10, hostileSegments, refusesId)
      await check(
        fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 30 }), async (bytes) => {
          await refusesId(Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''))
        }),
      )
    })
  }

  test(`${operation.name}: hostile headers`, async () => {
    await check(
      fc.asyncProperty(fc.array(fc.constantFrom(...hostileHeaders), { maxLength: 6 }), async (headers) => {
        await sendWithHeaders(operation, headers)
      }),
    )
  })

  if (method === 'GET') continue
  test(`${operation.name}: hostile bodies`, async () => {
    for (const body of hostileBodies) await sendBody(operation, body)
  })
}

// Requests that do not depend on the operation are sent to one operation per method.
const byMethod = new Map(operations.map((operation) => [methodAndPath(operation).method, operation]))

for (const [method, operation] of byMethod) {
  test(`${method}: every hostile header`, async () => {
    for (const header of hostileHeaders) await sendWithHeaders(operation, [header])
  })

  if (method === 'GET') continue
  test(`${method}: heavy bodies`, async () => {
    for (const body of heavyBodies) await sendBody(operation, body)
  })
}

test('hostile paths', async () => {
  for (const path of hostileTargets) {
    for (const method of ['GET', 'POST', 'QUERY', 'DELETE', 'PROPFIND', 'OPTIONS', 'TRACE']) {
      const answer = await sendRaw(world.url, {
        method,
        path,
        headers: [['Authorization', `Bearer ${owner.key}`]],
      })
      if (answer.status < 400) continue
      assertRefused(answer, anyRequest, `${method} ${path}`)
    }
  }
})

for (const [what, bytes] of garbage) {
  test(`garbage: ${what}`, async () => {
    const answer = await exchange(world.url, bytes)
    if (answer.status >= 400) assertRefused(answer, [...anyRequest, 401], what)
  })
}

test('after all requests, the server still works', async () => {
  const answer = await world.call('GET /api/ping', { key: owner.key })
  assert.equal(answer.status, 200)
  assert.equal(({} as Record<string, unknown>).admin, undefined, 'no prototype was touched')
})

async function validRequest(operation: Operation): Promise<RawRequest> {
  const { method } = methodAndPath(operation)
  const { params, fields } = await target(operation)
  const path = pathOf(operation, params)
  const headers = credential(operation)
  if (method === 'GET') return { method, path: path + queryString(fields), headers }
  return { method, path, headers: [...headers, ['Content-Type', 'application/json']], body: toJson(fields) }
}

async function sendBody(operation: Operation, { what, headers, body }: HostileBody): Promise<void> {
  const { method, path } = await validRequest(operation)
  const authorized = [...credential(operation), ...headers]
  const answer = await sendAsGiven({ method, path, headers: authorized, body })
  assertPossible(operation, answer, what)
}

async function sendWithHeaders(operation: Operation, headers: [string, string][]): Promise<void> {
  const request = await validRequest(operation)
  // With two Authorization headers, the first one counts.
  const answer = await sendAsGiven({ ...request, headers: [...headers, ...request.headers!] })
  assertPossible(operation, answer, JSON.stringify(headers).slice(0, 500))
}

/** Headers that decide where a request ends, and what becomes of the connection. */
const framing = /^(connection|content-length|expect|host|transfer-encoding|upgrade|x-long)$/i

/** On a connection of its own, if the request may break the connection. */
function sendAsGiven(request: RawRequest): Promise<RawAnswer> {
  const breaks = request.headers!.some(([name]) => framing.test(name))
  return breaks ? sendRaw(world.url, request) : sendKept(world.url, request)
}

/** The operation's own response, or a refusal of the request itself. */
function assertPossible(operation: Operation, answer: RawAnswer, what: string): void {
  assertRefusedOr(answer, [...documentedStatuses(operation), ...anyRequest], what)
  if (answer.status >= 400) return
  spend(operation)
  assertSuccess(operation, answer)
}

function assertRefusedOr(answer: RawAnswer, statuses: number[], what: string): void {
  const shown = `${what.slice(0, 500)} → ${answer.status} ${answer.body.slice(0, 500)}`
  assert.ok(answer.status < 500 && statuses.includes(answer.status), shown)
  if (answer.status < 400) return
  try {
    assertProblem(answer)
  } catch (error) {
    throw new Error(`${shown}: ${(error as Error).message.slice(0, 500)}`)
  }
}

function assertRefused(answer: RawAnswer, statuses: number[], what: string): void {
  assert.ok(answer.status >= 400, `${what} → ${answer.status}`)
  assertRefusedOr(answer, statuses, what)
}
