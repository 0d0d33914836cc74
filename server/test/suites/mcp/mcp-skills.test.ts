// The skills of a workspace, through the extension and as resources, for callers with the scope.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills'
import type { Operation } from '../../../src/core/operation.ts'
import { operations } from '../../../src/service.ts'
import { connect, post, protocols } from '../../helpers/mcp-client.ts'
import { type Person, startWorld } from '../../worlds/world.ts'

let deleteBeforeReading = false
const world = await startWorld({
  operations: operations.map((operation) =>
    operation.name === 'getSkillVersion' ? { ...operation, handler: afterDeletion(operation) } : operation,
  ),
})

function afterDeletion({ handler }: Operation): Operation['handler'] {
  return async (input, context, prepared) => {
    if (deleteBeforeReading) await world.database.sql`delete from skills where name = 'Goes'`
    return handler(input, context, prepared)
  }
}

async function createSkill(person: Person, skill: Record<string, unknown>): Promise<string> {
  const body = { description: 'When to use it', content: '# One\n', ...skill }
  const answer = await world.call('POST /api/skills', { key: person.key, body })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body.data.id
}

async function newcomer(): Promise<Person> {
  return world.person({ workspaceId: await world.workspace() })
}

for (const protocol of protocols) {
  test(`${protocol}: skills are listed, verified and read by their slug`, async () => {
    const person = await newcomer()
    await createSkill(person, {
      name: 'Über: Grade a Shot!',
      description: 'Say "how": a, b\n# and why \u2028 end',
      metadata: { 'a: b': '{x}', plain: '- 1' },
      allowedTools: ['get_file', 'create_file_comment'],
      license: 'MIT',
    })
    const client = await connect(world.url, person.key, protocol)
    const skills = new SkillsClient(client)
    assert.equal(skills.supported, true)
    const { skills: listed } = await skills.list()
    const [skill] = listed
    assert.equal(listed.length, 1)
    assert.equal(skill!.uri, 'skill://uber-grade-a-shot/SKILL.md')
    assert.deepEqual(skill!.frontmatter, {
      name: 'uber-grade-a-shot',
      description: 'Say "how": a, b\n# and why \u2028 end',
      license: 'MIT',
      'allowed-tools': 'get_file create_file_comment',
      metadata: { 'a: b': '{x}', plain: '- 1' },
    })
    // The client compares the digest and the frontmatter with what it reads.
    const file = await skills.read(skill!)
    assert.match(String('text' in file ? file.text : ''), /\n---\n\n# One\n$/)
    const { resources } = await client.listResources()
    assert.deepEqual(
      resources.map(({ uri, name, title, mimeType }) => ({ uri, name, title, mimeType })),
      [
        {
          uri: skill!.uri,
          name: 'uber-grade-a-shot',
          title: 'Über: Grade a Shot!',
          mimeType: 'text/markdown',
        },
      ],
    )
    await client.close()
  })
}

test('publishing a version changes what agents read at once', async () => {
  const person = await newcomer()
  const id = await createSkill(person, { name: 'Grade' })
  const client = await connect(world.url, person.key)
  const read = async () => {
    const { contents } = await client.readResource({ uri: 'skill://grade/SKILL.md' })
    const [first] = contents
    return first && 'text' in first ? first.text.split('---\n\n')[1] : undefined
  }
  assert.equal(await read(), '# One\n')
  const publish = (body: object) => world.call(`POST /api/skills/${id}/versions`, { key: person.key, body })
  await publish({ content: '# Two\n', isDefault: true })
  assert.equal(await read(), '# Two\n')
  await publish({ content: '# Three\n', isDefault: false })
  assert.equal(await read(), '# Two\n')
  await publish({ content: '---\nname: other\n---\n# Four\n', isDefault: true })
  assert.equal(await read(), '# Four\n')
  await world.call(`DELETE /api/skills/${id}`, { key: person.key })
  await assert.rejects(read(), { code: -32602 })
  await client.close()
})

test('slugs are unique, also for names without letters; skills without a version are not listed', async () => {
  const person = await newcomer()
  for (const name of ['Grade', 'grade', 'GRADE!', '影', 'x'.repeat(100)]) await createSkill(person, { name })
  await createSkill(person, { name: 'Empty', content: null })
  const client = await connect(world.url, person.key)
  const { skills } = await new SkillsClient(client).list()
  assert.deepEqual(
    skills.map(({ frontmatter }) => frontmatter.name),
    ['grade', 'grade-2', 'grade-3', 'skill', 'x'.repeat(64)],
  )
  await client.close()
})

test('a skill that is deleted while the list is made is left out of it', async () => {
  const person = await newcomer()
  for (const name of ['Goes', 'Stays']) await createSkill(person, { name })
  deleteBeforeReading = true
  const { body } = await post(world.url, person.key, { method: 'skills/list' })
  deleteBeforeReading = false
  assert.deepEqual(
    body.result.skills.map((skill: { uri: string }) => skill.uri),
    ['skill://stays/SKILL.md'],
  )
})

test('long lists come in pages', async () => {
  const person = await newcomer()
  for (let i = 0; i < 60; i++) await createSkill(person, { name: `Skill ${String(i).padStart(2, '0')}` })
  const first = await post(world.url, person.key, { method: 'skills/list' })
  assert.equal(first.body.result.skills.length, 50)
  const params = { cursor: first.body.result.nextCursor }
  const second = await post(world.url, person.key, { method: 'skills/list', params })
  assert.equal(second.body.result.skills.length, 10)
  assert.equal(second.body.result.nextCursor, undefined)
})

test('another workspace sees none of them; without the scope the lists are empty and reading is challenged', async () => {
  const person = await newcomer()
  await createSkill(person, { name: 'Ours' })
  const uri = 'skill://ours/SKILL.md'
  const stranger = await newcomer()
  const listed = async (key: string, method: string) => {
    const { result } = (await post(world.url, key, { method })).body
    return (result.skills ?? result.resources).length
  }
  const [{ workspaceId }] = (await world.database.sql<{ workspaceId: string }>`
    select workspace_id as "workspaceId" from api_keys where id = ${person.keyId}`) as [
    { workspaceId: string },
  ]
  const { key: without } = await world.key(person.userId, ['projects:read'], workspaceId)
  for (const method of ['skills/list', 'resources/list']) {
    assert.equal(await listed(person.key, method), 1)
    assert.equal(await listed(stranger.key, method), 0)
    assert.equal(await listed(without, method), 0)
  }
  for (const method of ['skills/get', 'resources/read']) {
    assert.equal((await post(world.url, person.key, { method, params: { uri } })).status, 200)
    const foreign = await post(world.url, stranger.key, { method, params: { uri } })
    assert.equal(foreign.body.error.code, -32602)
    const refused = await post(world.url, without, { method, params: { uri } })
    assert.equal(refused.status, 403)
    assert.match(refused.headers.get('www-authenticate')!, /scope="skills:read"/)
  }
})
