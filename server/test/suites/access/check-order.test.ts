// Authenticate → rate limit → scope → validate → load → role → state: for each neighbouring pair, a request that fails
// both, over every operation that can.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { revokeKey } from '../../../src/admin/accounts.ts'
import { projectRoles, scopes } from '../../../src/core/access.ts'
import type { Operation } from '../../../src/core/operation.ts'
import { operations } from '../../../src/service.ts'
import { type Binding, bindings, toCall } from '../../helpers/requests.ts'
import { until } from '../../helpers/until.ts'
import { hiddenFromRestricted } from '../../worlds/samples/generation.ts'
import { narrowerRoles, sampleFor, type Target } from '../../worlds/samples.ts'
import { startWorld, type World } from '../../worlds/world.ts'

const world = await startWorld()
const stingy = await startWorld({ env: { RATE_LIMITS: 'default=1,tier2=1,tier3=1,tier4=1' } })

const scoped = operations.filter((operation) => operation.scope !== null)
const located = operations.filter((operation) => operation.project !== undefined)

test('401 before 429: a revoked key has no quota to run out of', async () => {
  const owner = await stingy.person()
  const targets = new Map<Operation, Target>()
  for (const operation of operations) {
    const project = await stingy.project({ owner })
    targets.set(operation, await sampleFor(operation)(stingy, project.id, owner))
    await outcome(stingy, operation, targets.get(operation)!, owner.key)
    assert.equal(await outcome(stingy, operation, targets.get(operation)!, owner.key), '429 rate_limited')
  }
  await revokeKey(stingy.database, owner.keyId)
  const [first] = operations
  await until(
    async () => (await outcome(stingy, first!, targets.get(first!)!, owner.key)) !== '429 rate_limited',
  )
  for (const [operation, target] of targets) {
    assert.equal(await outcome(stingy, operation, target, owner.key), '401 unauthenticated', operation.name)
  }
})

for (const operation of operations.filter((operation) => operation.credential !== 'optional')) {
  test(`401 before 400: ${operation.name} without a credential and with a bad input`, async () => {
    const { target } = await unchanged(operation)
    for (const [what, call] of badCalls(operation, target)) {
      const answer = await world.call(call.route, call.options)
      assert.equal(`${answer.status} ${answer.body.code}`, '401 unauthenticated', what)
    }
  })

  if (!operation.workspaceRole || operation.workspaceRole === 'GUEST') continue
  test(`400 before 403: ${operation.name} with a bad input and too low a role in the workspace`, async () => {
    const { target } = await unchanged(operation)
    const guest = await world.person({ role: 'GUEST' })
    const key = await world.credential(operation, guest)
    for (const [what, call] of badCalls(operation, target)) {
      const answer = await world.call(call.route, { ...call.options, key })
      assert.ok([400, 415].includes(answer.status), `${what}: ${answer.status} ${answer.body.code}`)
    }
  })
}

for (const operation of scoped) {
  const others = scopes.filter((scope) => scope !== operation.scope)

  test(`429 before 403: ${operation.name} without quota and scope`, async () => {
    const { target, owner } = await sampled(stingy, operation)
    const { key } = await stingy.key(owner.userId, others)
    assert.equal(await outcome(stingy, operation, target, key), '403 insufficient_scope')
    assert.equal(await outcome(stingy, operation, target, key), '429 rate_limited')
  })

  test(`403 before 400: ${operation.name} without scope and with a bad input`, async () => {
    const { target, owner } = await unchanged(operation)
    const { key } = await world.key(owner.userId, others)
    for (const [what, call] of badCalls(operation, target)) {
      const answer = await world.call(call.route, { ...call.options, key })
      assert.equal(`${answer.status} ${answer.body.code}`, '403 insufficient_scope', what)
    }
  })
}

for (const operation of located) {
  test(`400 before 404: ${operation.name} with a bad input and an unknown id`, async () => {
    const { target, owner } = await unchanged(operation)
    const key = await world.credential(operation, owner)
    const elsewhere = await unchanged(operation, 'elsewhere')
    for (const id of ['nope', elsewhere.target.params[operation.project!]!]) {
      const bad = { ...target, params: { ...target.params, [operation.project!]: id } }
      for (const [what, call] of badCalls(operation, bad)) {
        const answer = await world.call(call.route, { ...call.options, key })
        assert.ok([400, 415].includes(answer.status), `${what}: ${answer.status} ${answer.body.code}`)
      }
    }
  })

  const lowest = projectRoles.findLast(
    (role) =>
      !(narrowerRoles[operation.name] ?? operation.roles!).includes(role) &&
      !(role === 'PROJECT_RESTRICTED_REVIEWER' && hiddenFromRestricted.includes(operation.name)),
  )
  if (lowest === undefined) continue

  test(`400 before 403: ${operation.name} with a bad input and too low a role`, async () => {
    const { target, projectId } = await unchanged(operation)
    const low = await world.member(projectId, lowest)
    const [[, call]] = badCalls(operation, target) as [[string, ReturnType<typeof toCall>]]
    const answer = await world.call(call.route, {
      ...call.options,
      key: await world.credential(operation, low),
    })
    assert.equal(`${answer.status} ${answer.body.code}`, '400 invalid_request')
  })

  test(`404 before 403: ${operation.name} with too low a role on a resource that does not exist`, async () => {
    const { target, projectId } = await unchanged(operation)
    const low = await world.member(projectId, lowest)
    const elsewhere = await unchanged(operation, 'elsewhere')
    const hidden = { ...target, params: elsewhere.target.params }
    const key = await world.credential(operation, low)
    assert.equal(await outcome(world, operation, target, key), '403 insufficient_role')
    assert.equal(await outcome(world, operation, hidden, key), '404 not_found')
  })

  test(`403 before 409: ${operation.name} with too low a role on a call that cannot be repeated`, async () => {
    const { target, owner, projectId } = await sampled(world, operation)
    const low = await world.member(projectId, lowest)
    const key = await world.credential(operation, owner)
    await outcome(world, operation, target, key)
    const again = await outcome(world, operation, target, key)
    // If the second call returned 404, the resource is gone for everybody, unless the role follows from another one in the path;
    // otherwise the state is checked after the role.
    const isGone = again.startsWith('404') && Object.keys(target.params).length === 1
    const expected = isGone ? '404 not_found' : '403 insufficient_role'
    assert.equal(await outcome(world, operation, target, await world.credential(operation, low)), expected)
  })
}

const unchangedSamples = new Map<string, ReturnType<typeof sampled>>()

/** A sample for calls that are all refused: the tests of an operation share it. */
function unchanged(operation: Operation, where: 'here' | 'elsewhere' = 'here') {
  const name = `${operation.name} ${where}`
  const sample = unchangedSamples.get(name) ?? sampled(world, operation)
  unchangedSamples.set(name, sample)
  return sample
}

async function sampled(where: World, operation: Operation) {
  const { id: projectId, owner } = await where.project()
  return { projectId, owner, target: await sampleFor(operation)(where, projectId, owner) }
}

async function outcome(where: World, operation: Operation, target: Target, key: string): Promise<string> {
  const { route, options } = toCall(operation, target)
  const answer = await where.call(route, { ...options, key })
  return `${answer.status} ${answer.body?.code ?? 'success'}`
}

/** Requests that are invalid for every operation: an unknown field, and bodies that are not JSON. */
function badCalls(operation: Operation, target: Target): [what: string, call: ReturnType<typeof toCall>][] {
  const withField = { ...target, fields: { ...target.fields, noSuchField: '1' } }
  const calls = bindings(operation, operations).map(
    (binding: Binding): [string, ReturnType<typeof toCall>] => [
      `unknown field (${binding})`,
      toCall(operation, withField, binding),
    ],
  )
  const { route, options } = toCall(operation, target)
  if (!route.startsWith('GET')) {
    calls.push(['broken JSON', { route, options: { ...options, body: '{' } }])
    const headers = { ...options.headers, 'Content-Type': 'text/plain' }
    calls.push(['not JSON', { route, options: { headers, body: '{}' } }])
  }
  return calls
}
