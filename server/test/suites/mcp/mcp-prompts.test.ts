// Prompts and the completion of their arguments, with the SDK's client in both protocols.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client, GetPromptResult } from '@modelcontextprotocol/client'
import { connect, post, protocols } from '../../helpers/mcp-client.ts'
import { newFile } from '../../worlds/samples/files.ts'
import { type Person, startWorld } from '../../worlds/world.ts'

const world = await startWorld()

const textOf = ({ messages }: GetPromptResult) =>
  messages.map(({ content }) => (content.type === 'text' ? content.text : '')).join('\n\n')

/** A file that restricted reviewers cannot see. */
async function namedFile(projectId: string, owner: Person, name: string): Promise<string> {
  const id = await newFile(world, projectId, owner, false)
  await world.database.sql`update files set name = ${name} where id = ${id}`
  return id
}

async function complete(client: Client, prompt: string, name: string, value: string, given = {}) {
  const { completion } = await client.complete({
    ref: { type: 'ref/prompt', name: prompt },
    argument: { name, value },
    ...(Object.keys(given).length > 0 ? { context: { arguments: given } } : {}),
  })
  return completion.values
}

for (const protocol of protocols) {
  test(`${protocol}: prompts are listed, their names are completed, and they name what was found`, async () => {
    const workspaceId = await world.workspace()
    const owner = await world.person({ workspaceId })
    const project = await world.project({ workspaceId, owner, name: 'Spring "Campaign"' })
    const fileId = await namedFile(project.id, owner, 'Trailer cut 7.mp4')
    const client = await connect(world.url, owner.key, protocol)
    assert.ok(client.getServerCapabilities()?.prompts)
    assert.ok(client.getServerCapabilities()?.completions)
    const { prompts } = await client.listPrompts()
    assert.deepEqual(
      prompts.map(({ name, title }) => [name, title]),
      [
        ['review_file', 'Review this file'],
        ['summarise_notes', 'Summarise the open notes'],
        ['what_changed', 'What changed since my last look'],
      ],
    )
    assert.deepEqual(await complete(client, 'review_file', 'project', 'spri'), ['Spring "Campaign"'])
    const given = { project: 'Spring "Campaign"' }
    for (const value of ['', 'trail'])
      assert.deepEqual(await complete(client, 'review_file', 'file', value, given), ['Trailer cut 7.mp4'])
    assert.deepEqual(await complete(client, 'summarise_notes', 'file', 'cut 7'), ['Trailer cut 7.mp4'])
    assert.deepEqual(await complete(client, 'no_such_prompt', 'file', 'cut 7'), [])

    const file = JSON.stringify({ id: fileId, name: 'Trailer cut 7.mp4' })
    for (const args of [
      { file: 'trailer CUT 7.mp4', project: 'Spring "Campaign"' },
      { file: 'cut 7' },
      { file: fileId },
    ]) {
      const text = textOf(await client.getPrompt({ name: 'review_file', arguments: args }))
      assert.ok(text.includes(file), text)
      assert.match(text, /get_review.*view_file.*create_file_comment/s)
    }
    const named = JSON.stringify({ id: project.id, name: 'Spring "Campaign"' })
    for (const name of ['summarise_notes', 'what_changed']) {
      const text = textOf(await client.getPrompt({ name, arguments: { project: 'spring' } }))
      assert.ok(text.includes(named), text)
      assert.ok(textOf(await client.getPrompt({ name })).length > 200)
    }
    const since = textOf(await client.getPrompt({ name: 'what_changed', arguments: { since: '1234' } }))
    assert.match(since, /cursor: "1234"/)
    await client.close()
  })
}

test('each published skill is a prompt, and a review can go by one', async () => {
  const workspaceId = await world.workspace()
  const owner = await world.person({ workspaceId })
  const { id } = await world.project({ workspaceId, owner })
  const fileId = await namedFile(id, owner, 'Still.png')
  const body = { name: 'Grade a shot', description: 'How we grade', content: '# Lift, gamma, gain\n' }
  const made = await world.call('POST /api/skills', { key: owner.key, body })
  assert.equal(made.status, 201)
  const client = await connect(world.url, owner.key)
  const skill = (await client.listPrompts()).prompts.at(-1)!
  const { name, title, description, arguments: taken } = skill
  assert.deepEqual(
    { name, title, description },
    { name: 'grade-a-shot', title: 'Grade a shot', description: 'How we grade' },
  )
  assert.deepEqual(
    taken?.map(({ name, required }) => [name, required]),
    [['request', false]],
  )
  const filled = await client.getPrompt({ name, arguments: { request: 'Do it for shot 7.' } })
  assert.match(textOf(filled), /# Lift, gamma, gain\n.*Do it for shot 7\./s)
  assert.deepEqual(await complete(client, 'review_file', 'skill', 'GRADE'), ['grade-a-shot'])
  const review = await client.getPrompt({
    name: 'review_file',
    arguments: { file: fileId, skill: 'grade-a-shot' },
  })
  assert.match(textOf(review), /Review it by this skill.*# Lift, gamma, gain/s)
  for (const args of [{ file: fileId, skill: 'no-such-skill' }, {}, { file: 'no such file' }])
    await assert.rejects(client.getPrompt({ name: 'review_file', arguments: args }), { code: -32602 })
  await assert.rejects(client.getPrompt({ name: 'no-such-skill' }), { code: -32602 })
  await client.close()
})

test('two projects with one name: each can be chosen', async () => {
  const workspaceId = await world.workspace()
  const owner = await world.person({ workspaceId })
  const ids = []
  for (let i = 0; i < 2; i++) ids.push((await world.project({ workspaceId, owner, name: 'Twin' })).id)
  const client = await connect(world.url, owner.key)
  const values = await complete(client, 'what_changed', 'project', 'twin')
  assert.deepEqual(values.toSorted(), ids.map((id) => `Twin (${id})`).toSorted())
  await assert.rejects(
    client.getPrompt({ name: 'what_changed', arguments: { project: 'Twin' } }),
    (error) => {
      return values.every((value) => String(error).includes(value))
    },
  )
  for (const id of ids) {
    const chosen = await client.getPrompt({ name: 'what_changed', arguments: { project: `Twin (${id})` } })
    assert.ok(textOf(chosen).includes(id))
  }
  await client.close()
})

test('a prompt finds no more than the API shows to the caller', async () => {
  const workspaceId = await world.workspace()
  const { id, owner } = await world.project({
    workspaceId,
    name: 'Secret',
    owner: await world.person({ workspaceId }),
  })
  const fileId = await namedFile(id, owner, 'Hidden ending.mp4')
  const outsider = await world.person({ workspaceId })
  const reviewer = await world.member(id, 'PROJECT_RESTRICTED_REVIEWER', { workspaceId })
  const { key: noScopes } = await world.key(owner.userId, [], workspaceId)
  const files = async (person: Pick<Person, 'key'>, project?: string) => {
    const client = await connect(world.url, person.key)
    const found = [
      ...(await complete(client, 'review_file', 'file', 'hidden')),
      ...(project
        ? await complete(client, 'review_file', 'file', 'hidden', { project }).catch(() => [])
        : []),
    ]
    for (const file of [fileId, 'Hidden ending.mp4'])
      await assert.rejects(client.getPrompt({ name: 'review_file', arguments: { file } }), { code: -32602 })
    await client.close()
    return found
  }
  assert.deepEqual(await files(outsider, id), [])
  assert.deepEqual(await files(reviewer, id), [])
  assert.deepEqual(await files({ key: noScopes }, id), [])
  const client = await connect(world.url, noScopes)
  assert.deepEqual(await complete(client, 'review_file', 'project', ''), [])
  assert.equal((await client.listPrompts()).prompts.length, 3)
  await client.close()
})

test('429: completions and prompts spend the limits of the operations behind them', async () => {
  const limited = await startWorld({ env: { RATE_LIMITS: 'default=3,tier4=2' } })
  const { key } = await limited.person()
  const ref = { type: 'ref/prompt', name: 'review_file' }
  const params = { ref, argument: { name: 'file', value: '' } }
  const statuses = []
  for (let i = 0; i < 4; i++)
    statuses.push((await post(limited.url, key, { method: 'completion/complete', params })).status)
  assert.deepEqual(statuses, [200, 200, 200, 429])
  // An unknown prompt spends the limit, too.
  const unknown = { method: 'prompts/get', params: { name: 'nothing' } }
  const tries = []
  for (let i = 0; i < 3; i++) tries.push((await post(limited.url, key, unknown)).status)
  assert.equal(tries.at(-1), 429)
})
