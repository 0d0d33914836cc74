// Calls every operation by its method on a real server, and compares request and response with the same request made by
// hand.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Dailies, operations as table } from '@dailies/sdk'
import { methodAndPath, type Operation } from '../../server/src/core/operation.ts'
import { operations } from '../../server/src/service.ts'
import { queryString, toCall } from '../../server/test/helpers/requests.ts'
import type { Target } from '../../server/test/worlds/samples.ts'
import { credentialHeaders, startWorld } from '../../server/test/worlds/world.ts'
import { argumentsOf, assertAnswer, prepare } from './operation-calls.ts'
import { type Exchange, recording } from './recording.ts'

const world = await startWorld()

type Method = (...args: unknown[]) => unknown

test('the table lists exactly the operations of the server', () => {
  const declared = operations.map(({ name, client, http }) => ({ name, client, http }))
  const known = Object.entries(table).map(([name, { client, http }]) => ({ name, client, http }))
  const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)
  assert.deepEqual(known.sort(byName), declared.sort(byName))
})

for (const operation of operations) {
  test(`${operation.client} calls ${operation.http}`, async () => {
    const { client, exchanges, target, key } = await enter(operation)
    const answer = await settled(methodOf(client, operation)(...argumentsOf(operation, target)))
    assert.equal(exchanges.length, 1)
    compare(operation, target, exchanges[0]!, answer)
    if (methodAndPath(operation).method !== 'GET' || !readsSteadily(operation)) return
    const { route, options } = toCall(operation, target)
    const byHand = await world.call(route, { ...options, key })
    assert.deepEqual(exchanges[0]!.json, byHand.body)
  })

  test(`call('${operation.name}') makes the same request from one flat object`, async () => {
    const { client, exchanges, target } = await enter(operation)
    const call = client.call.bind(client) as (name: string, input: object) => Promise<unknown>
    const answer = await call(operation.name, { ...target.params, ...target.fields })
    assert.equal(exchanges.length, 1)
    compare(operation, target, exchanges[0]!, answer)
  })
}

async function enter(operation: Operation) {
  const { target, key, session } = await prepare(world, operation)
  const { fetch, exchanges } = recording(session ? Object.fromEntries(credentialHeaders(world.url, key)) : {})
  const client = new Dailies({ baseUrl: world.url, fetch, maxRetries: 0, ...(session ? {} : { token: key }) })
  return { client, exchanges, target, key }
}

function methodOf(client: Dailies, { client: name }: Operation): Method {
  const found = name
    .split('.')
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], client)
  assert.equal(typeof found, 'function', `there is no client.${name}`)
  return found as Method
}

/** A list of pages as its first page. */
function settled(answer: unknown): unknown {
  const { page } = answer as { page?: () => Promise<unknown> }
  return page === undefined ? answer : page.call(answer)
}

function compare(operation: Operation, target: Target, exchange: Exchange, answer: unknown): void {
  const { method } = methodAndPath(operation)
  const { route, options } = toCall(operation, target)
  const [path, search = ''] = route.split(' ')[1]!.split('?')
  assert.equal(exchange.method, method)
  assert.equal(exchange.status, operation.output[0], exchange.text)
  assert.equal(exchange.path, path)
  // Optional fields of a DELETE go into the query string, although the server also accepts them in the body.
  const inQuery = method === 'DELETE' && exchange.search !== ''
  if (inQuery) assert.equal(exchange.search, queryString(options.body as Target['fields']))
  else assert.equal(exchange.search.slice(1), search)
  if (!inQuery) assert.deepEqual(exchange.body ?? {}, options.body ?? {})
  assert.equal(exchange.headers.has('idempotency-key'), method === 'POST')
  assertAnswer(operation, exchange.json, answer)
}

/** Signed URLs and the time of the last use differ from one moment to the next. */
function readsSteadily({ name }: Operation): boolean {
  return ![
    'downloadFile',
    'downloadCommentAttachment',
    'exportAuditEntries',
    'exportComments',
    'exportVersionComments',
    'getReceipt',
    'listApiKeys',
    'listSessions',
  ].includes(name)
}
