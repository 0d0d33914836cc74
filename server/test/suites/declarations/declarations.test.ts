import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { errorCodes } from '../../../src/core/errors.ts'
import { methodAndPath, type Operation } from '../../../src/core/operation.ts'
import { operations } from '../../../src/service.ts'
import { startWorld } from '../../worlds/world.ts'
import { audits } from './declaration-audit.ts'

const world = await startWorld()

for (const [rule, audit] of Object.entries(audits)) {
  test(rule, () => {
    const complaints = operations.flatMap((operation) =>
      audit(operation).map((complaint) => `${operation.name} ${complaint}`),
    )
    assert.deepEqual(complaints, [])
  })
}

test('tool names are unique', () => {
  const tools = operations.flatMap(({ tool }) => (tool ? [tool] : []))
  assert.deepEqual(
    tools.filter((tool, i) => tools.indexOf(tool) !== i),
    [],
  )
})

const folder = new URL('../../../src/operations/', import.meta.url)
const list = readFileSync(new URL('index.ts', folder), 'utf8')
const listed = [...list.matchAll(/^export \{ (\w+) \} from '\.\/(.+)'$/gm)]
const fileOf = new Map(listed.map(([, name, path]) => [name!, path!]))

test('the list is one line per operation', () => {
  const names = [...fileOf.keys()]
  assert.deepEqual(names.toSorted(), operations.map(({ name }) => name).sort())
  const lines = list.split('\n').filter((line) => line !== '' && !line.startsWith('//'))
  assert.equal(lines.length, names.length)
})

for (const operation of operations) {
  const { name } = operation

  test(`${name} has a file of its name, and its test beside it`, () => {
    const kebab = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    const file = fileOf.get(name)!
    assert.match(file, new RegExp(`^[a-z-]+/${kebab}\\.ts$`))
    assert.ok(existsSync(new URL(file.replace(/\.ts$/, '.test.ts'), folder)), `${file} has no test`)
  })

  test(`${name} declares the errors that its file throws`, () => {
    const source = readFileSync(new URL(fileOf.get(name)!, folder), 'utf8')
    const thrown = [...source.matchAll(/ApiError\('(\w+)'/g)].map(
      (match) => match[1] as keyof typeof errorCodes,
    )
    const conflicts = thrown.filter((code) => errorCodes[code][0] === 409)
    const undeclared = conflicts.filter((code) => !operation.conflicts?.includes(code))
    assert.deepEqual(undeclared, [], 'add them to `conflicts`')
    const usesRevision = /\b(requireMatch|setRevision)\(/.test(source)
    assert.equal(operation.revision === true, usesRevision, '`revision` says what the handler does')
  })

  // Where a credential is optional, an invalid one is still refused.
  const optional = operation.credential === 'optional'
  test(`401: ${name} ${optional ? 'with a bad' : 'without a'} credential`, async () => {
    for (const [route, headers] of requestsFor(operation)) {
      const answer = await world.call(route, { headers, key: optional ? 'nonsense' : undefined })
      assert.equal(answer.status, 401, route)
      assert.equal(answer.body.code, 'unauthenticated', route)
      assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer /, route)
    }
  })
}

/** One request per binding; whether the ids have the right kind must not matter. */
function requestsFor(operation: Operation): [string, Record<string, string>][] {
  const { method, path } = methodAndPath(operation)
  const url = path.replace(/:\w+/g, '019a8c2e-0000-7000-8000-000000000000')
  if (method !== 'QUERY') return [[`${method} ${url}`, {}]]
  const override = { 'X-HTTP-Method-Override': 'QUERY' }
  return [
    [`QUERY ${url}`, {}],
    [`GET ${url}`, {}],
    [`POST ${url}`, override],
  ]
}
