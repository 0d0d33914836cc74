import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'

const world = await startWorld()
const { key } = await world.person()

async function create(): Promise<string> {
  const body = { name: 'Colour', description: 'Checks.' }
  return (await world.call('POST /api/skills', { key, body })).body.data.id
}

function publish(id: string, body: unknown, who = key) {
  return world.call(`POST /api/skills/${id}/versions`, { key: who, body })
}

async function get(id: string) {
  return (await world.call(`GET /api/skills/${id}`, { key })).body.data
}

test('201: numbers count up; the first version and versions with isDefault become the default', async () => {
  const id = await create()
  const ids: string[] = []
  for (const [i, [more, isDefault]] of (
    [
      [{ isDefault: false }, 0],
      [{}, 0],
      [{ isDefault: true, note: 'Better' }, 2],
      [{ isDefault: null, note: null }, 2],
    ] as const
  ).entries()) {
    const answer = await publish(id, { content: `# ${i}`, ...more })
    assert.equal(answer.status, 201)
    assert.match(answer.body.data.id, /^SV[0-9A-Za-z]{22}$/)
    assert.deepEqual(answer.body.data, { id: answer.body.data.id, version: i + 1, draft: false })
    ids.push(answer.body.data.id)
    assert.deepEqual((await get(id)).default, { id: ids[isDefault] })
  }
  const { versions } = await get(id)
  assert.deepEqual(
    versions.map((version: { id: string }) => version.id),
    ids,
  )
})

test('201: values at their limits', async () => {
  const id = await create()
  const content = '😀'.repeat(200_000)
  const { status, body } = await publish(id, { content, note: '😀'.repeat(1024) })
  assert.equal(status, 201)
  const read = (await world.call(`GET /api/skill-versions/${body.data.id}`, { key })).body.data
  assert.ok(read.markdown === content)
  assert.equal(read.note, '😀'.repeat(1024))
  assert.equal((await publish(id, { content: 'a', note: 'a' })).status, 201)
})

test('400: values beyond the limits or of the wrong type, missing and unknown fields', async () => {
  const id = await create()
  for (const [body, path] of [
    [{}, '/content'],
    [{ content: null }, '/content'],
    [{ content: '' }, '/content'],
    [{ content: '😀'.repeat(200_001) }, '/content'],
    [{ content: 'nul \0' }, '/content'],
    [{ content: 'a', note: '' }, '/note'],
    [{ content: 'a', note: 'a'.repeat(1025) }, '/note'],
    [{ content: 'a', isDefault: 'yes' }, '/isDefault'],
    [{ content: 'a', version: 7 }, '/version'],
  ] as const) {
    const answer = await publish(id, body)
    assert.equal(answer.status, 400, path)
    assert.equal(answer.body.errors[0].path, path)
  }
  assert.deepEqual((await get(id)).versions, [])
})

test('400: front matter with invalid checks is refused, and the message names the field', async () => {
  const id = await create()
  const { status, body } = await publish(id, { content: '---\nchecks: { rules: { blak: {} } }\n---\n# A' })
  assert.deepEqual(
    [status, body.errors[0].path, body.errors[0].code],
    [400, '/content', 'invalid_front_matter'],
  )
  assert.match(body.errors[0].message, /`checks\.rules` in the front matter: .*blak/)
  for (const content of ['---\nname: [\n---\n# A', '---\nchecks: { profile: web }\n---\n# A'])
    assert.equal((await publish(id, { content })).status, 201, content)
})

test('201: 20 concurrent versions get the numbers 1 to 20, and one is the default', async () => {
  const id = await create()
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => publish(id, { content: `# ${i}` })))
  const numbers = answers.map((answer) => answer.body.data.version).sort((a, b) => a - b)
  assert.deepEqual(
    numbers,
    Array.from({ length: 20 }, (_, i) => i + 1),
  )
  const skill = await get(id)
  assert.equal(skill.versions.length, 20)
  assert.deepEqual(skill.default, { id: skill.versions[0].id })
})

test('201: a retry with the same Idempotency-Key publishes nothing', async () => {
  const id = await create()
  const send = () =>
    world.call(`POST /api/skills/${id}/versions`, {
      key,
      body: { content: 'a' },
      headers: { 'Idempotency-Key': 'k' },
    })
  assert.deepEqual((await send()).body, (await send()).body)
  assert.equal((await get(id)).versions.length, 1)
})
