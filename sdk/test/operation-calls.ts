// Arguments for a successful call of every operation, and the check of its result.
import assert from 'node:assert/strict'
import { methodAndPath, type Operation } from '../../server/src/core/operation.ts'
import { sampleFor, type Target } from '../../server/test/worlds/samples.ts'
import type { World } from '../../server/test/worlds/world.ts'

/** Records to call the operation with, and a caller who may: a session where a key is rejected. */
export async function prepare(world: World, operation: Operation) {
  const owner = await world.person({ role: 'ADMIN' })
  const { id } = await world.project({ owner })
  const target = await sampleFor(operation)(world, id, owner)
  const key = await world.credential(operation, owner)
  return { target, key, session: operation.credential === 'session' }
}

/** Path parameters in the order of the path, then fields if there are any. */
export function argumentsOf(operation: Operation, { params, fields }: Target): unknown[] {
  const { pathKeys } = methodAndPath(operation)
  const has = Object.keys(operation.input.shape).some((name) => !pathKeys.includes(name))
  return [...pathKeys.map((key) => params[key]), ...(has ? [fields] : [])]
}

/** The method returns the data of the response without its envelope. */
export function assertAnswer({ output }: Operation, json: unknown, answer: unknown): void {
  if (output[0] === 204) {
    assert.equal(answer, undefined)
    return
  }
  const { data, page } = json as { data: unknown; page?: object }
  assert.deepEqual(answer, 'page' in output[1] ? { data, ...page } : data)
}
