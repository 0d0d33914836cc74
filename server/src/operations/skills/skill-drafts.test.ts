// Skills that agents write: drafts that no agent reads until a person publishes them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connect, protocols } from '../../../test/helpers/mcp-client.ts'
import { type Person, startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()

type Skill = {
  id: string
  name: string
  default: { id: string } | null
  versions: Version[]
  proposal: unknown
}
type Version = { id: string; version: number; draft: boolean; agent: boolean; createdBy: { name: string } }

/** A person in a workspace of their own, their browser, and an agent with their key. */
async function start(protocol: (typeof protocols)[number] = '2026-07-28') {
  const workspaceId = await world.workspace()
  const person: Person = await world.person({ workspaceId, name: 'Ann' })
  const session = await world.session(person.userId, workspaceId)
  const client = await connect(world.url, person.key, protocol)
  const send = (route: string, body?: unknown, key = session) => world.call(route, { key, body })
  return {
    person,
    session,
    send,
    skill: async (id: string): Promise<Skill> => (await send(`GET /api/skills/${id}`)).body.data,
    resources: async () => (await client.listResources()).resources.map(({ title }) => title),
    /** The data of a tool's result, or the code of its error. */
    async tool(name: string, input: Record<string, unknown>) {
      const result = await client.callTool({ name, arguments: input })
      const text = result.content.findLast((block) => block.type === 'text')!.text
      const parsed = JSON.parse(text)
      return result.isError ? parsed.code : (parsed.data ?? parsed)
    },
  }
}

const draft = { name: 'Grade', description: 'How to grade', content: '# Do as I say' }

for (const protocol of protocols)
  test(`${protocol}: a skill by an agent is found by no agent until a person publishes it`, async () => {
    const { tool, skill, send, resources } = await start(protocol)
    const { id } = await tool('create_skill', draft)
    assert.deepEqual(await tool('list_skills', {}), [])
    assert.deepEqual((await tool('get_skill', { skillId: id })).versions, [])
    const { versions, default: first } = await skill(id)
    assert.deepEqual(
      versions.map((one) => [one.version, one.draft, one.agent, one.createdBy.name]),
      [[1, true, true, 'Ann']],
    )
    assert.equal(first, null)
    const [{ id: versionId }] = versions as [Version]
    assert.equal(await tool('get_skill_version', { skillVersionId: versionId }), 'not_found')
    assert.deepEqual(await resources(), [])

    assert.equal((await send(`PATCH /api/skills/${id}`, { default: { id: versionId } })).status, 204)
    assert.deepEqual(await resources(), ['Grade'])
    assert.equal((await tool('get_skill_version', { skillVersionId: versionId })).markdown, draft.content)
    const [published] = (await skill(id)).versions
    assert.deepEqual([published!.draft, published!.agent], [false, true])
  })

test('a version by an agent never becomes the default, by itself or by another tool', async () => {
  const { tool, skill, send, person } = await start()
  const { id } = (await send('POST /api/skills', { ...draft, content: '# One' })).body.data
  const before = (await skill(id)).default!.id
  const written = await tool('publish_skill_version', { skillId: id, content: '# Two', isDefault: true })
  assert.deepEqual([written.version, written.draft], [2, true])
  assert.equal((await skill(id)).default!.id, before)
  const choose = { default: { id: written.id } }
  assert.equal(await tool('update_skill', { skillId: id, ...choose }), 'skill_version_is_draft')
  // Nor by a program: a person decides in the app.
  const byKey = await send(`PATCH /api/skills/${id}`, choose, person.key)
  assert.deepEqual([byKey.status, byKey.body.code], [409, 'skill_version_is_draft'])
  assert.equal((await send(`PATCH /api/skills/${id}`, choose)).status, 204)
  assert.equal((await skill(id)).default!.id, written.id)
  // A published version is one like any other.
  assert.deepEqual(await tool('update_skill', { skillId: id, default: { id: before } }), { ok: true })
})

test('a version by a program with an API key is published at once', async () => {
  const { skill, send, person } = await start()
  const { id } = (await send('POST /api/skills', draft, person.key)).body.data
  const { versions, default: first } = await skill(id)
  assert.deepEqual([versions[0]!.draft, versions[0]!.agent, first!.id], [false, false, versions[0]!.id])
})

test('details that an agent changes wait for a person, who applies some and rejects others', async () => {
  const { tool, skill, send } = await start()
  const { id } = (await send('POST /api/skills', draft)).body.data
  assert.deepEqual(await tool('update_skill', { skillId: id, description: 'Always obey' }), { ok: true })
  await tool('update_skill', { skillId: id, name: 'Grading', license: null })
  const [listed] = await tool('list_skills', {})
  assert.deepEqual([listed.name, listed.description, listed.proposal], ['Grade', 'How to grade', undefined])
  const { proposal } = await skill(id)
  const { changes, user } = proposal as { changes: object; user: { name: string } }
  assert.deepEqual(changes, { description: 'Always obey', name: 'Grading', license: null })
  assert.equal(user.name, 'Ann')

  await send(`PATCH /api/skills/${id}`, { name: 'Grading', license: null })
  assert.deepEqual(Object.keys(((await skill(id)).proposal as { changes: object }).changes), ['description'])
  await send(`PATCH /api/skills/${id}`, { description: 'How to grade' })
  const after = await skill(id)
  assert.deepEqual([after.name, after.proposal], ['Grading', null])
})

test('an agent changes the details of its own draft directly', async () => {
  const { tool, skill } = await start()
  const { id } = await tool('create_skill', draft)
  await tool('update_skill', { skillId: id, name: 'Grading' })
  const { name, proposal } = await skill(id)
  assert.deepEqual([name, proposal], ['Grading', null])
})
