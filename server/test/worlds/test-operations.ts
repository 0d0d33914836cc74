// Operations for tests: one waits at a gate, one fails.
import { after } from 'node:test'
import { z } from 'zod'
import { defineOperation, type Operation } from '../../src/core/operation.ts'
import { operations } from '../../src/service.ts'

export type Gate = {
  operation: Operation
  /** Resolves when this many calls wait at the gate. */
  waiting(calls: number): Promise<void>
  /** Opens the gate for waiting and for future calls. */
  open(): void
}

/** `POST /api/test/gate`: returns the number of calls before it. */
export function createGate(): Gate {
  const gate = Promise.withResolvers<void>()
  // A failing test must not leave calls waiting when its world closes.
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

/** `POST /api/test/break {times}`: writes, then throws an unexpected error for the first `times` calls. */
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
