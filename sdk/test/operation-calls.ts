// A call of every operation that works, as the SDK makes it.
import assert from 'node:assert/strict'
import { methodAndPath, type Operation } from '../../server/src/core/operation.ts'
import { sampleFor, type Target } from '../../server/test/worlds/samples.ts'
import type { World } from '../../server/test/worlds/world.ts'

/** Things to call the operation with, and somebody who may: by a session where a key will not do. */
export async function prepare(world: World, operation: Operation) {
  const owner = await world.person({ role: 'ADMIN' })
  const { id } = await world.project({ owner })
  const target = await sampleFor(operation)(world, id, owner)
  const key = await world.credential(operation, owner)
  return { target, key, session: operation.credential === 'session' }
}

/** Path parameters in the order of the path, then fields where it has some. */
export function argumentsOf(operation: Operation, { params, fields }: Target): unknown[] {
  const { pathKeys } = methodAndPath(operation)
  const has = Object.keys(operation.input.shape).some((name) => !pathKeys.includes(name))
  return [...pathKeys.map((key) => params[key]), ...(has ? [fields] : [])]
}

/** What the method gives is what came over the wire, without its envelope. */
export function assertAnswer({ output }: Operation, json: unknown, answer: unknown): void {
  if (output[0] === 204) {
    assert.equal(answer, undefined)
    return
  }
  const { data, page } = json as { data: unknown; page?: object }
  assert.deepEqual(answer, 'page' in output[1] ? { data, ...page } : data)
}
