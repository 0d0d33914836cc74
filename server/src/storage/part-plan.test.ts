import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { maxFileSize, partLength, planParts } from './part-plan.ts'

const MiB = 2 ** 20
const GiB = 2 ** 30
const TiB = 2 ** 40

const plans: [size: number, partSize: number, partCount: number][] = [
  [0, 1, 1],
  [1, 1, 1],
  [8 * MiB, 8 * MiB, 1],
  // Two parts of less than 5 MiB would be too small for S3.
  [8 * MiB + 1, 8 * MiB + 1, 1],
  [10 * MiB - 1, 10 * MiB - 1, 1],
  [10 * MiB, 5 * MiB, 2],
  [20 * MiB, Math.ceil((20 * MiB) / 3), 3],
  [2 * GiB, 8 * MiB, 256],
  [1000 * 8 * MiB - 1, 8 * MiB, 1000],
  [1000 * 8 * MiB, 8 * MiB, 1000],
  [1000 * 8 * MiB + 1, 8 * MiB + 1, 1000],
  [50 * GiB, Math.ceil((50 * GiB) / 1000), 1000],
  [1000 * 64 * MiB, 64 * MiB, 1000],
  [200 * GiB, 64 * MiB, 3200],
  [10_000 * 64 * MiB, 64 * MiB, 10_000],
  [1 * TiB, Math.ceil(TiB / 10_000), 10_000],
  [5 * TiB, Math.ceil((5 * TiB) / 10_000), 10_000],
]

for (const [size, partSize, partCount] of plans) {
  test(`${size} bytes: ${partCount} parts of ${partSize}`, () => {
    assert.deepEqual(planParts(size), { size, partSize, partCount })
  })
}

const sizes = fc.oneof(
  fc.integer({ min: 1, max: 40 * MiB }),
  fc.integer({ min: 1, max: maxFileSize }),
  // Around the sizes at which the rule changes.
  fc
    .tuple(
      fc.constantFrom(8 * MiB, 10 * MiB, 1000 * 8 * MiB, 1000 * 64 * MiB, 10_000 * 64 * MiB),
      fc.integer({ min: -9, max: 9 }),
    )
    .map(([size, near]) => size + near),
)

test('every plan covers all bytes once, within the limits of S3', () => {
  fc.assert(
    fc.property(sizes, (size) => {
      const plan = planParts(size)
      const lengths = [1, plan.partCount - 1, plan.partCount].map((n) => partLength(plan, Math.max(1, n)))
      const last = lengths[2]!
      assert.equal((plan.partCount - 1) * plan.partSize + last, size)
      assert.ok(last >= 1 && last <= plan.partSize)
      assert.ok(plan.partCount <= 10_000)
      assert.ok(plan.partSize <= 5 * GiB)
      if (plan.partCount > 1) assert.ok(plan.partSize >= 5 * MiB)
      for (const length of lengths.slice(0, -1)) {
        if (plan.partCount > 1) assert.equal(length, plan.partSize)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('a client that knows only the size and the number of parts splits the file identically', () => {
  fc.assert(
    fc.property(sizes, (size) => {
      const { partSize, partCount } = planParts(size)
      assert.equal(partSize, Math.ceil(size / partCount))
    }),
    { numRuns: 2_000 },
  )
})

for (const size of [-1, 1.5, 5 * TiB + 1, Number.NaN, Number.POSITIVE_INFINITY]) {
  test(`${size} bytes: refused`, () => {
    assert.throws(() => planParts(size), RangeError)
  })
}
