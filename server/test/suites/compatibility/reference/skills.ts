import assert from 'node:assert/strict'
import { assertPrefixed, call, expect, expectInvalid, unique } from '../client.ts'
import { test } from '../suite.ts'

async function newSkill(): Promise<string> {
  const body = { name: unique('skill'), description: 'How we work' }
  return (await expect(201, 'POST /api/skills', { body })).id
}

// reference: 1.12, 2.0.8, 2.6.1, 4.12.1, 4.12.6-4.12.10, 4.12.12
test('Update Skill returns 204 with an empty body and sets each field alone', async () => {
  const id = await newSkill()
  assertPrefixed('SK', id)
  const changes = [
    { name: 'renamed' },
    { description: 'Another way' },
    { metadata: { team: 'grading', room: '2' } },
    { allowedTools: ['list_files', 'get_file'] },
    { license: 'MIT' },
    { metadata: null, allowedTools: null, license: null },
  ]
  for (const body of changes) {
    const answer = await call(`PATCH /api/skills/${id}`, { body })
    assert.deepEqual([answer.status, answer.text], [204, ''])
    const skill = await expect(200, `GET /api/skills/${id}`)
    for (const [field, value] of Object.entries(body)) assert.deepEqual(skill[field], value, field)
  }
})

// reference: 2.6.1, 4.12.6, 4.12.7, 8.12, 8.13
test('a skill name has 1 to 100 characters, its description 1 to 1024', async () => {
  const route = `PATCH /api/skills/${await newSkill()}`
  for (const [field, most] of [
    ['name', 100],
    ['description', 1_024],
  ] as const) {
    for (const value of ['x', 'x'.repeat(most)]) await expect(204, route, { body: { [field]: value } })
    for (const value of ['', 'x'.repeat(most + 1), 1])
      await expectInvalid([`/${field}`], route, { body: { [field]: value } })
  }
})

// reference: 4.12.5
test('Update Skill of a skill that does not exist returns 404', async () => {
  assert.equal((await call('PATCH /api/skills/SKnothing', { body: { name: 'x' } })).status, 404)
})

// reference: 4.12.8-4.12.10
test('metadata is a map of strings, allowedTools a list of strings, license a string; anything else returns 400', async () => {
  const route = `PATCH /api/skills/${await newSkill()}`
  await expectInvalid(['/metadata/team'], route, { body: { metadata: { team: 1 } } })
  await expectInvalid(['/allowedTools/0'], route, { body: { allowedTools: [1] } })
  await expectInvalid(['/license'], route, { body: { license: 1 } })
})

// reference: 1.12, 2.0.9, 2.6.1, 2.6.2, 4.12.11, 4.13.1, 4.13.6, 4.13.9
test('Publish Skill Version returns 201 with the id; Update Skill makes a version the default by default.id', async () => {
  const id = await newSkill()
  const { status, body } = await call(`POST /api/skills/${id}/versions`, {
    body: { content: '# First\n\nText' },
  })
  assert.equal(status, 201)
  assertPrefixed('SV', body.data.id)
  const second = await expect(201, `POST /api/skills/${id}/versions`, { body: { content: '# Second' } })
  await expect(204, `PATCH /api/skills/${id}`, { body: { default: { id: second.id } } })
  assert.equal((await expect(200, `GET /api/skills/${id}`)).default.id, second.id)
  await expect(204, `PATCH /api/skills/${id}`, { body: { default: { id: body.data.id } } })
  assert.equal((await expect(200, `GET /api/skills/${id}`)).default.id, body.data.id)
  assert.match(
    JSON.stringify(await expect(200, `GET /api/skill-versions/${body.data.id}`)),
    /# First\\n\\nText/,
  )
  await expectInvalid(['/default/id'], `PATCH /api/skills/${id}`, { body: { default: {} } })
  await expectInvalid(['/default/id'], `PATCH /api/skills/${id}`, { body: { default: { id: 'SVnothing' } } })
})

// reference: 4.13.5
test('Publish Skill Version of a skill that does not exist returns 404', async () => {
  assert.equal((await call('POST /api/skills/SKnothing/versions', { body: { content: '#' } })).status, 404)
})

// reference: 4.13.6, 4.13.7, 8.14
test('content is required; a note is optional and has 1 to 1024 characters', async () => {
  const id = await newSkill()
  const route = `POST /api/skills/${id}/versions`
  await expectInvalid(['/content'], route, { body: {} })
  for (const note of ['', 'x'.repeat(1_025)])
    await expectInvalid(['/note'], route, { body: { content: '#', note } })
  for (const note of ['x', 'x'.repeat(1_024)]) await expect(201, route, { body: { content: '#', note } })
  const { versions } = await expect(200, `GET /api/skills/${id}`)
  assert.deepEqual(versions.map(({ note }: { note: string }) => note.length).toSorted(), [1, 1_024])
})

// reference: 2.6.2, 4.13.8
test('isDefault makes the new version the default; without it the default stays', async () => {
  const id = await newSkill()
  const publish = async (more: object) =>
    (await expect(201, `POST /api/skills/${id}/versions`, { body: { content: '#', ...more } })).id
  const defaultId = async () => (await expect(200, `GET /api/skills/${id}`)).default.id
  const first = await publish({ isDefault: true })
  assert.equal(await defaultId(), first)
  await publish({})
  await publish({ isDefault: false })
  assert.equal(await defaultId(), first)
  const last = await publish({ isDefault: true })
  assert.equal(await defaultId(), last)
})
