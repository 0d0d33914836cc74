// Every operation × every kind of caller. The expected result is computed from the declaration; `access-table.test.ts`
// compares the declaration itself with spec/access.txt.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasWorkspaceRole } from '../../../src/core/access.ts'
import { methodAndPath, type Operation } from '../../../src/core/operation.ts'
import { operations } from '../../../src/service.ts'
import { callToolByHand, outcomeOf } from '../../helpers/mcp-client.ts'
import { bindings, toCall } from '../../helpers/requests.ts'
import { hiddenFromRestricted } from '../../worlds/samples/generation.ts'
import {
  narrowerRoles,
  narrowerWorkspaceRoles,
  personalRecords,
  sampleFor,
  samples,
  type Target,
} from '../../worlds/samples.ts'
import { startWorld } from '../../worlds/world.ts'
import { type Caller, callers, type Entered } from './callers.ts'

type Ask = (target: Target, key: string | undefined) => Promise<string>

const world = await startWorld()
const cast = await callers(world)

test('every operation has a sample, and every sample an operation', () => {
  const names = operations.map((operation) => operation.name)
  const without = names.filter((name) => samples[name] === undefined)
  assert.deepEqual(without, [], 'add these in server/test/worlds/samples, or no suite tests them')
  const stale = [
    ...Object.keys(samples),
    ...Object.keys(narrowerRoles),
    ...Object.keys(narrowerWorkspaceRoles),
    ...Object.keys(personalRecords),
  ].filter((name) => !names.includes(name))
  assert.deepEqual(stale, [], 'remove these from server/test/worlds/samples: there is no such operation')
})

for (const operation of operations) {
  for (const binding of bindings(operation, operations)) {
    matrix(operation, binding, async (target, key) => {
      const { route, options } = toCall(operation, target, binding)
      const answer = await world.call(route, { ...options, key })
      return `${answer.status} ${answer.body?.code ?? 'success'}`
    })
  }
  if (operation.tool) {
    matrix(operation, `tool ${operation.tool}`, async (target, key) =>
      outcomeOf(await callToolByHand(world.url, key, operation, target), operation),
    )
  }
}

/** Every caller calls the operation in one way: over HTTP, or as a tool. */
function matrix(operation: Operation, way: string, ask: Ask): void {
  test(`${operation.name} (${way}): each caller gets the declared result`, async () => {
    const wrong: string[] = []
    for (const caller of cast) {
      const expected = outcome(operation, caller)
      if (expected === undefined) continue
      const changesNothing = isRead(operation) || !expected.endsWith('success')
      const target =
        changesNothing && operation.name !== usesUp
          ? await keptTarget(operation, caller)
          : await newTarget(operation, await caller.enter())
      const actual = await ask(target, await caller.credential(operation))
      if (actual !== expected) wrong.push(`${caller.name}: expected ${expected}, got ${actual}`)
    }
    assert.deepEqual(wrong, [])
  })
}

async function newTarget(operation: Operation, { projectId, owner }: Entered): Promise<Target> {
  return sampleFor(operation)(world, projectId, owner)
}

/** The operation whose refused call changes something: it uses up the challenge. */
const usesUp = 'createPasskey'

const keptTargets = new Map<string, Promise<Target>>()

/** The target of calls that change nothing: the callers of a group use the same one, in every way of calling. */
function keptTarget(operation: Operation, caller: Caller): Promise<Target> {
  const name = `${operation.name}, ${caller.group}`
  const kept =
    keptTargets.get(name) ?? caller.enterWithGroup().then((entered) => newTarget(operation, entered))
  keptTargets.set(name, kept)
  return kept
}

function isRead(operation: Operation): boolean {
  return ['GET', 'QUERY'].includes(methodAndPath(operation).method)
}

/** The expected status and code, or undefined where the caller does not apply to the operation. */
function outcome(operation: Operation, caller: Caller): string | undefined {
  if (caller.anonymous && operation.credential === 'optional') return `${operation.output[0]} success`
  if (!caller.authenticated) return '401 unauthenticated'
  if (operation.credential === 'share') return '404 not_found'
  if (operation.credential === 'session' && !caller.holdsScope) return '403 session_required'
  if (operation.scope === null && !caller.holdsScope) return undefined
  if (!caller.holdsScope) return '403 insufficient_scope'
  const least = narrowerWorkspaceRoles[operation.name] ?? operation.workspaceRole
  if (least && !hasWorkspaceRole(caller.workspaceRole, least)) return '403 insufficient_role'
  if (operation.project) {
    if (caller.projectRole === null) return '404 not_found'
    if (
      caller.projectRole === 'PROJECT_RESTRICTED_REVIEWER' &&
      hiddenFromRestricted.includes(operation.name)
    ) {
      return '404 not_found'
    }
    const roles = narrowerRoles[operation.name] ?? operation.roles!
    if (!roles.includes(caller.projectRole)) return '403 insufficient_role'
  }
  const own = personalRecords[operation.name]
  if (own?.of === 'account') return caller.isOwner ? `${operation.output[0]} success` : '404 not_found'
  if (own && !caller.isOwner && !hasWorkspaceRole(caller.workspaceRole, own.orRole)) return '404 not_found'
  // A resource outside of projects is visible in its own workspace only.
  if (!operation.project && caller.elsewhere && methodAndPath(operation).pathKeys.length > 0)
    return '404 not_found'
  // An example of a skill is about a file, which people outside of its project do not see.
  const unseen = caller.projectRole === null ? ofUnseenFiles[operation.name] : undefined
  return unseen ?? `${operation.output[0]} success`
}

const ofUnseenFiles: Partial<Record<string, string>> = {
  createSkillExample: '400 invalid_request',
  deleteSkillExample: '404 not_found',
  recordSkillAnswer: '404 not_found',
  runSkillEvaluation: '409 no_skill_examples',
  updateSkillExample: '404 not_found',
}
