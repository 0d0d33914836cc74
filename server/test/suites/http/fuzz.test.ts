// Every operation with valid and mutated input. The response must arrive in time, be one that the operation documents,
// and have the documented shape; a 5xx always fails. The seed is fixed, so that a run can be repeated:
// FUZZ_SEED=1 FUZZ_RUNS=1000 npm test -- server/test/suites/http/fuzz.test.ts
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { z } from 'zod'
import { methodAndPath, type Operation } from '../../../src/core/operation.ts'
import { malformedId } from '../../../src/core/schemas.ts'
import { operations } from '../../../src/service.ts'
import { assertAnswer } from '../../helpers/answers.ts'
import { type Fields, validFields } from '../../helpers/arbitraries.ts'
import { startFuzz } from '../../helpers/fuzz-world.ts'
import { mutate, mutations, oddQueries, toJson, withOddValues } from '../../helpers/mutations.ts'
import { type Binding, bindings, pathOf, queryString } from '../../helpers/requests.ts'

const { world, credential, ids, check, target, spend } = await startFuzz()

for (const operation of operations) {
  for (const binding of bindings(operation, operations)) {
    const reads = binding === 'get' || operation.http.startsWith('GET')

    test(`${operation.name} (${binding}): the response to its sample is as declared`, async () => {
      const { status } = await send(operation, binding, (fields) => fields)
      assert.equal(status, operation.output[0])
    })

    test(`${operation.name} (${binding}): valid input`, async () => {
      const arbitrary = validFields(operation, ids)
      await check(
        fc.asyncProperty(arbitrary, async (fields) => {
          const { params } = await target(operation)
          const parsed = operation.input.safeParse({ ...params, ...fields })
          assert.ok(
            parsed.success || isBetweenFields(parsed.error),
            `the generator is wrong: ${parsed.error}`,
          )
          await send(operation, binding, () => fields)
        }),
      )
    })

    if (binding === 'declared') {
      test(`${operation.name}: every field with every odd value`, async () => {
        const { pathKeys } = methodAndPath(operation)
        const names = Object.keys(operation.input.shape).filter((name) => !pathKeys.includes(name))
        const { fields } = await target(operation)
        for (const odd of withOddValues(fields, names)) await send(operation, binding, () => odd)
      })
    }

    test(`${operation.name} (${binding}): input with something wrong`, async () => {
      await check(
        fc.asyncProperty(mutations, fc.boolean(), async (changes, keepSample) => {
          await send(operation, binding, (fields) => mutate(keepSample ? fields : {}, changes))
        }),
      )
    })

    if (!reads) continue
    test(`${operation.name} (${binding}): odd query strings`, async () => {
      const names = Object.keys(operation.input.shape)
      await check(
        fc.asyncProperty(oddQueries(names), async (query) => {
          await send(operation, binding, (fields) => fields, query)
        }),
      )
    })
  }
}

/** Rules between fields are not part of a schema, so the generator does not know them. */
function isBetweenFields({ issues }: z.ZodError): boolean {
  return issues.every((issue) => issue.code === 'custom' && issue.params?.code !== malformedId)
}

/** Sends one request and asserts that the operation documents the response. */
async function send(
  operation: Operation,
  binding: Binding,
  change: (fields: Fields) => Fields,
  query?: string,
) {
  const { params, fields: valid } = await target(operation)
  const fields = change(valid)
  const path = pathOf(operation, params)
  const [declared] = operation.http.split(' ') as [string]
  const method = binding === 'get' ? 'GET' : binding === 'override' ? 'POST' : declared
  const headers: [string, string][] = credential(operation)
  if (binding === 'override') headers.push(['X-HTTP-Method-Override', 'QUERY'])
  if (method !== 'GET') headers.push(['Content-Type', 'application/json'])
  const request =
    method === 'GET'
      ? // A longer head does not reach the operation: Node refuses more than 16 KiB.
        { method, path: (path + (query ?? queryString(fields))).slice(0, 12_000), headers }
      : { method, path, headers, body: toJson(fields) }
  const answer = await assertAnswer(world, operation, binding, request)
  if (answer.status < 400) spend(operation)
  return answer
}
