import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type EventFilter, isChosen, resources, withFilter } from './event-filters.ts'

const singles = resources.flatMap(({ types }) => types)
const all: EventFilter[] = ['*', ...resources.map(({ filter }) => filter), ...singles]
const steps = fc.array(fc.record({ filter: fc.constantFrom(...all), on: fc.boolean() }), { maxLength: 12 })

test('one change of the filter affects only its event or resource', () => {
  fc.assert(
    fc.property(steps, (list) => {
      let chosen: EventFilter[] = []
      for (const { filter, on } of list) {
        const next = withFilter(chosen, filter, on)
        for (const type of singles) {
          const about = filter === '*' || filter === type || filter === `${type.split('.')[0]}.*`
          assert.equal(isChosen(next, type), about ? on : isChosen(chosen, type), `${filter} ${on}: ${type}`)
        }
        assert.equal(new Set(next).size, next.length)
        chosen = next
      }
    }),
  )
})

test('deselecting one event of “all” keeps the other resources', () => {
  const chosen = withFilter(['*'], 'reaction.deleted', false)
  assert.ok(chosen.includes('reaction.created') && chosen.includes('file.*'))
  assert.ok(!chosen.includes('reaction.*') && !chosen.includes('*'))
  assert.deepEqual(withFilter(['file.created', 'file.deleted'], 'file.*', true), ['file.*'])
})
