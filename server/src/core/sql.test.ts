import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { compile, fragment, type Statement, verbatim } from './sql.ts'

const sql = (strings: TemplateStringsArray, ...values: unknown[]): Statement => compile(strings, values)

test('values become parameters, fragments become text', () => {
  const filter = fragment`and tag = ${'x'}`
  const { text, values } = sql`select ${1} from files where id = ${2} ${filter}`
  assert.equal(text, 'select $1 from files where id = $2 and tag = $3')
  assert.deepEqual(values, [1, 2, 'x'])
})

test('a text is prepared from its third use on, under one name', () => {
  const use = (id: number) => sql`select ${id} as third`.name
  const [first, second, third, fourth] = [use(1), use(2), use(3), use(4)]
  assert.deepEqual([first, second], [undefined, undefined])
  assert.match(third!, /^s\d+$/)
  assert.equal(fourth, third)
  assert.notEqual([1, 2, 3].map(() => sql`select ${1} as other`.name).at(-1), third)
})

test('a template with a thousand texts names 16 of them', () => {
  const shape = (number: number) => sql`select ${verbatim(`shape_${number}`)}`.name
  const named = new Set<string>()
  for (let number = 0; number < 1_000; number++) {
    for (let use = 0; use < 5; use++) {
      const name = shape(number)
      if (name) named.add(name)
    }
  }
  assert.equal(named.size, 16)
  assert.equal(shape(0), [...named][0], 'a shape keeps its name')
  assert.equal(shape(999), undefined)
})

test('texts that are used once do not prevent a frequent text from getting its name', () => {
  const shape = (text: string) => sql`select rare ${verbatim(text)}`.name
  for (let number = 0; number < 1_000; number++) assert.equal(shape(`once_${number}`), undefined)
  assert.ok([1, 2, 3].map(() => shape('often')).at(-1))
})

test('property: a named statement has the same text and values as one that is put together', () => {
  const parts = fc.array(fc.oneof(fc.integer(), fc.constantFrom('a', 'b', 'c')), { maxLength: 6 })
  const inner = (value: unknown) => fragment`inner ${value} of ${'two'}`
  const made: Record<string, (value: unknown) => unknown> = {
    a: () => verbatim('a'),
    b: inner,
    c: (value) => fragment`outer ${inner(value)}`,
  }
  const build = (list: (number | string)[]) => {
    const values = list.map((part, i) => (typeof part === 'number' ? part : made[part]!(i)))
    while (values.length < 6) values.push(-1)
    return sql`p ${values[0]} q ${values[1]} r ${values[2]} s ${values[3]} t ${values[4]} u ${values[5]}`
  }
  fc.assert(
    fc.property(parts, (list) => {
      const [first, ...later] = [1, 2, 3, 4, 5].map(() => build(list))
      for (const { text, values } of later) {
        assert.equal(text, first!.text)
        assert.deepEqual(values, first!.values)
      }
      const named = later.filter(({ name }) => name !== undefined)
      assert.ok(new Set(named.map(({ name }) => name)).size <= 1)
      assert.equal((first!.text.match(/\$\d+/g) ?? []).length, first!.values.length)
    }),
  )
})
