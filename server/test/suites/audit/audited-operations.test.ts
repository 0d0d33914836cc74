// Every change is in the audit log or in the list of those that are not, with the reason; and what an operation declares is
// written: once, with its actor, target and address, and with nothing that must stay secret.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AuditAction, auditActions } from '../../../src/core/audit-actions.ts'
import { newUuid } from '../../../src/core/ids.ts'
import { isRead, type Operation } from '../../../src/core/operation.ts'
import { actionsOf } from '../../../src/core/operation-audit.ts'
import { imageOperations } from '../../../src/operations/image-operations.ts'
import { unaudited } from '../../../src/operations/unaudited.ts'
import { operations } from '../../../src/service.ts'
import { collectEntries } from '../../helpers/audit-entries.ts'
import { callToolByHand } from '../../helpers/mcp-client.ts'
import { toCall } from '../../helpers/requests.ts'
import { sampleFor, type Target } from '../../worlds/samples.ts'
import { startWorld } from '../../worlds/world.ts'

const world = await startWorld()
const newEntries = await collectEntries(world)
const changing = [...operations, ...imageOperations].filter((operation) => !isRead(operation))
const audited = operations.filter(({ audit }) => audit !== undefined)

test('every change is audited, or listed with the reason why not', () => {
  const names = changing.filter(({ audit }) => audit === undefined).map(({ name }) => name)
  const missing = names.filter((name) => unaudited[name] === undefined)
  assert.deepEqual(missing, [], 'declare `audit`, or add it to operations/unaudited.ts with the reason')
  const stale = Object.keys(unaudited).filter((name) => !names.includes(name))
  assert.deepEqual(stale, [], 'these are audited, or do not exist: remove them from operations/unaudited.ts')
})

async function stage(operation: Operation) {
  const owner = await world.person({ role: 'OWNER', name: 'Ada' })
  const { id: projectId } = await world.project({ owner })
  const target = await sampleFor(operation)(world, projectId, owner)
  // The owner is already a member.
  const person = operation.name === 'joinAccessLink' ? await world.person({ name: 'Ada' }) : owner
  const key = await world.credential(operation, person)
  await newEntries()
  return { projectId, target, person, key }
}

function ask(operation: Operation, target: Target, key: string, headers: Record<string, string> = {}) {
  const { route, options } = toCall(operation, target)
  return world.call(route, { ...options, key, headers: { ...options.headers, ...headers } })
}

/** Entries that the sample writes, where it is not one for each declared action: a sample changes one thing, or several records. */
const written: Record<string, readonly string[]> = {
  updateAccount: ['account.updated'],
  deleteFiles: ['file.deleted', 'file.deleted'],
  restoreFiles: ['trash.restored', 'trash.restored'],
  // A member opens it, as a preview.
  openShare: ['share.previewed'],
}

function knownDetails(action: AuditAction): readonly string[] {
  const declared = auditActions[action]
  return 'details' in declared ? declared.details : []
}

for (const operation of audited) {
  const { name, audit } = operation
  const expected = written[name] ?? actionsOf(audit)

  test(`${name} writes ${expected.join(' and ')}`, async () => {
    const { projectId, target, person, key } = await stage(operation)
    const answer = await ask(operation, target, key, { 'User-Agent': 'Test/1' })
    assert.ok(answer.status < 300, JSON.stringify(answer.body))
    const entries = await newEntries()
    assert.deepEqual(
      entries.map(({ action }) => action),
      expected,
    )
    for (const entry of entries) {
      const byGuest = operation.credential === 'share'
      const byKey = operation.credential !== 'session' && !byGuest
      const actorName = name === 'updateAccount' ? entry.actorName : byGuest ? 'Guest' : 'Ada'
      assert.deepEqual(
        [entry.workspaceId, entry.credential, entry.actorName, entry.agent],
        [world.workspaceId, byKey ? 'API_KEY' : byGuest ? 'SHARE' : 'SESSION', actorName, false],
      )
      assert.equal(entry.actorId === person.userId, !byGuest)
      assert.deepEqual(
        [entry.connectionId, entry.connectionName, entry.address, entry.userAgent],
        [byKey ? person.keyId : null, byKey ? 'test' : null, '127.0.0.1', 'Test/1'],
      )
      assert.ok(entry.targetKind !== null && entry.targetId !== null, JSON.stringify(entry))
      if (operation.project) assert.equal(entry.projectId, projectId)
      // Names are those after the change, which gives the project another one.
      if (operation.project && name !== 'updateProject') assert.equal(entry.projectName, 'Project')
      const known = knownDetails(entry.action)
      assert.deepEqual(
        Object.keys(entry.details).filter((field) => !known.includes(field)),
        [],
      )
    }
  })

  if (!isRead(operation))
    test(`${name}: a refused call writes nothing`, async () => {
      const { target, key } = await stage(operation)
      const outsider = await world.person({ role: 'GUEST', scopes: [] })
      await newEntries()
      const nonsense = { ...target, fields: { ...target.fields, nonsense: true } }
      assert.equal((await ask(operation, nonsense, key)).status, 400)
      // Everybody with the link may open a share.
      if (name !== 'openShare') assert.ok((await ask(operation, target, outsider.key)).status >= 400)
      if (operation.project) {
        const stranger = await world.credential(operation, await world.person({ role: 'OWNER' }))
        assert.equal((await ask(operation, target, stranger)).status, 404)
      }
      assert.deepEqual(await newEntries(), [])
    })
}

for (const operation of audited.filter(({ http, credential }) => http.startsWith('POST') && !credential)) {
  test(`${operation.name}: with an Idempotency-Key it writes once`, async () => {
    const { target, key } = await stage(operation)
    const headers = { 'Idempotency-Key': newUuid() }
    const first = await ask(operation, target, key, headers)
    const again = await ask(operation, target, key, headers)
    assert.deepEqual([again.status, again.body], [first.status, first.body])
    const expected = written[operation.name] ?? actionsOf(operation.audit)
    assert.deepEqual(
      (await newEntries()).map(({ action }) => action),
      expected,
    )
  })
}

for (const operation of audited.filter(({ tool }) => tool)) {
  test(`${operation.name} as a tool writes that an agent acted, from the address of its request`, async () => {
    const { target, person, key } = await stage(operation)
    const { body } = await callToolByHand(world.url, key, operation, target)
    assert.equal(body.result?.isError, undefined, JSON.stringify(body))
    const entries = await newEntries()
    assert.deepEqual(
      entries.map(({ action }) => action),
      written[operation.name] ?? actionsOf(operation.audit),
    )
    for (const { actorId, agent, address } of entries)
      assert.deepEqual([actorId, agent, address], [person.userId, true, '127.0.0.1'])
  })
}

for (const operation of changing.filter(({ name }) => unaudited[name] !== undefined)) {
  test(`${operation.name} writes no entry`, async () => {
    const { target, key } = await stage(operation)
    const answer = await ask(operation, target, key)
    assert.ok(answer.status < 300, JSON.stringify(answer.body))
    assert.deepEqual(await newEntries(), [])
  })
}
