// Operations that only tests have: one that waits until it is let through, one that breaks.
import { after } from 'node:test'
import { z } from 'zod'
import { defineOperation, type Operation } from '../../src/core/operation.ts'
import { operations } from '../../src/service.ts'

export type Gate = {
  operation: Operation
  /** Resolves when this many calls wait at the gate. */
  waiting(calls: number): Promise<void>
  /** Lets everyone through, those who wait and those who come. */
  open(): void
}

/** `POST /api/test/gate`: its answer counts the calls that came before it. */
export function createGate(): Gate {
  const gate = Promise.withResolvers<void>()
  // A test that fails must not leave its world waiting.
  after(() => gate.resolve())
  const expected: { calls: number; reached: () => void }[] = []
  let calls = 0
  const declaration = defineOperation({
    http: 'POST /api/test/gate',
    client: 'test.call',
    summary: 'Waits until the test lets it through.',
    scope: null,
    tier: 'default',
    input: z.strictObject({ note: z.string().optional() }),
    output: [200, z.object({ before: z.int() })],
    async handler() {
      const before = calls++
      for (const entry of expected) if (calls >= entry.calls) entry.reached()
      await gate.promise
      return { before }
    },
  })
  return {
    operation: { ...declaration, name: 'gate' },
    waiting(count) {
      const { promise, resolve } = Promise.withResolvers<void>()
      expected.push({ calls: count, reached: resolve })
      if (calls >= count) resolve()
      return promise
    },
    open: () => gate.resolve(),
  }
}

export const secretOfTheInside = 'the-inside-must-not-show'

/** `POST /api/test/break {times}`: writes, then fails in a way that nobody foresaw, as often as it is told. */
export function createBreaker(): Operation {
  let failures = 0
  const declaration = defineOperation({
    http: 'POST /api/test/break',
    client: 'test.call',
    summary: 'Fails.',
    scope: null,
    tier: 'default',
    transaction: true,
    input: z.strictObject({ times: z.int().default(1) }),
    output: [201, z.object({ name: z.string() })],
    async handler({ times }, { sql }) {
      const name = `broken ${crypto.randomUUID()}`
      await sql`insert into settings (name, value) values (${name}, 'x')`
      if (failures++ < times) throw new Error(secretOfTheInside)
      return { name }
    },
  })
  return { ...declaration, name: 'breaker' }
}

export function withOperations(...more: Operation[]): Operation[] {
  return [...operations, ...more]
}
