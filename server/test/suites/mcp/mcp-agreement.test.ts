// REST and MCP agree: the same call through both gives the same data, or the same error code.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Operation } from '../../../src/core/operation.ts'
import { isRead } from '../../../src/core/operation.ts'
import { operations } from '../../../src/service.ts'
import { callToolByHand, refusalOf } from '../../helpers/mcp-client.ts'
import { toCall } from '../../helpers/requests.ts'
import { sampleFor, type Target } from '../../worlds/samples.ts'
import { startWorld } from '../../worlds/world.ts'

const world = await startWorld()

const differing: Record<string, string> = {
  list_skills: 'agents read only what is published; compared in mcp-skills.test.ts',
}

for (const operation of operations.filter(({ tool }) => tool)) {
  test(`${operation.tool}: the same data through both`, {
    skip: differing[operation.tool!],
  }, async () => {
    const { id, owner } = await world.project()
    const sample = sampleFor(operation)
    // Reads use the same record twice; changes use two records of the same kind.
    const first = await sample(world, id, owner)
    const second = isRead(operation) ? first : await sample(world, id, owner)
    const { route, options } = toCall(operation, first)
    const rest = await world.call(route, { ...options, key: owner.key })
    const tool = await callToolByHand(world.url, owner.key, operation, second)
    assert.equal(rest.status, operation.output[0])
    const { isError, content, structuredContent: whole } = tool.body.result
    assert.notEqual(isError, true, JSON.stringify(content))
    const { notice, url, ...structuredContent } = whole
    if (operation.output[0] === 204) assert.deepEqual(structuredContent, { ok: true })
    else if (isRead(operation)) assert.deepEqual(steady(structuredContent), steady(published(rest.body)))
    else assert.deepEqual(shape(structuredContent), shape(rest.body))
  })

  test(`${operation.tool}: the same error through both`, async () => {
    const { id, owner } = await world.project()
    const outsider = await world.person()
    const target = await sampleFor(operation)(world, id, owner)
    const unknown = { params: unknownIds(target.params), fields: target.fields }
    const cases: [Target, string][] = [
      [{ ...target, fields: { ...target.fields, nonsense: true } }, owner.key],
      [target, outsider.key],
      [unknown, owner.key],
    ]
    for (const [call, key] of cases) {
      const { route, options } = toCall(operation, call)
      const rest = await world.call(route, { ...options, key })
      if (rest.status < 400) continue
      const tool = await callToolByHand(world.url, key, operation, call)
      assert.deepEqual(comparable(refusalOf(tool.body.result)), comparable(rest.body))
      assert.equal(tool.body.result.isError, true)
    }
  })
}

test('a conflict is the same conflict through both', async () => {
  const { id, owner } = await world.project()
  const createFolder = operations.find(({ name }) => name === 'createFolder') as Operation
  const target = { params: { projectId: id }, fields: { name: 'Taken' } }
  assert.equal(
    (await callToolByHand(world.url, owner.key, createFolder, target)).body.result.isError,
    undefined,
  )
  const { route, options } = toCall(createFolder, target)
  const rest = await world.call(route, { ...options, key: owner.key })
  const tool = await callToolByHand(world.url, owner.key, createFolder, target)
  assert.equal(rest.body.code, 'folder_name_taken')
  assert.deepEqual(comparable(refusalOf(tool.body.result)), comparable(rest.body))
})

/** Removes the part of a signed URL that depends on the time of the request. */
function steady(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body), (key, value) =>
    key === 'url' || key === 'expiresAt' ? typeof value : value,
  )
}

/** The fields and their types, because two created records have different ids. */
function shape(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body), (_, value) => (typeof value === 'object' ? value : typeof value))
}

function comparable({ status, code, message, errors, type }: Record<string, unknown>) {
  return { status, code, message, errors, type }
}

function unknownIds(params: Record<string, string>): Record<string, string> {
  const entries = Object.entries(params).map(([key, id]) => [key, `${id.slice(0, -6)}000000`])
  return Object.fromEntries(entries)
}

/** Without the skills that other tests drafted as tools: tools do not list them. */
function published(body: { data: unknown }) {
  if (!Array.isArray(body.data)) return body
  const isDraft = ({ versions }: { versions?: { draft?: boolean }[] }) => versions?.some(({ draft }) => draft)
  return { ...body, data: body.data.filter((item) => !isDraft(item)) }
}
