import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorld } from '../../test/worlds/world.ts'
import { readSkillFrontMatter } from '../media/checks/skill-front-matter.ts'
import { addBuiltInSkills, builtInSkillTexts } from './built-in-skills.ts'

const world = await startWorld()
const { sql } = world.database
const { key } = await world.person({ role: 'OWNER' })

type Skill = {
  id: string
  source: string
  name: string
  default: { id: string }
  versions: { id: string; version: number; createdBy: unknown }[]
}
const list = async (): Promise<Skill[]> =>
  (await world.call('GET /api/skills', { key })).body.data.filter(
    ({ source }: Skill) => source === 'BUILT_IN',
  )

test('every text has front matter that can be read, and its checks name a profile or rules', () => {
  const texts = builtInSkillTexts().map(({ key, content }) => ({ key, ...readSkillFrontMatter(content) }))
  assert.deepEqual(
    texts.map(({ key, checks, questions }) => [key, checks && Object.keys(checks), questions.length > 0]),
    [
      ['delivery-check', ['profile'], true],
      ['brand-check', null, true],
      ['continuity-check', ['rules'], true],
    ],
  )
})

test('a workspace gets the built-in skills once, published and read-only, also from two nodes at a time', async () => {
  await Promise.all([addBuiltInSkills(sql), addBuiltInSkills(sql), addBuiltInSkills(sql, world.workspaceId)])
  const skills = await list()
  assert.deepEqual(
    skills.map(({ name, versions }) => [name, versions.length]),
    [
      ['Brand check', 1],
      ['Continuity check', 1],
      ['Delivery check', 1],
    ],
  )
  const [{ id, default: published }] = skills as [Skill]
  const { body } = await world.call(`GET /api/skill-versions/${published.id}`, { key })
  assert.match(body.data.markdown, /^---\nframes:/)
  assert.equal((await world.call(`PATCH /api/skills/${id}`, { key, body: { name: 'No' } })).status, 404)
  assert.equal((await world.call(`DELETE /api/skills/${id}`, { key })).status, 404)
})

test('a release with a newer text publishes it; an earlier release leaves it alone', async () => {
  await addBuiltInSkills(sql)
  const [{ id, default: first }] = (await list()) as [Skill]
  // The state that an older release has left.
  await sql`update all_skills set last_version = 0, name = 'Old', default_version_id = null where id = ${id}`
  await sql`delete from skill_versions where skill_id = ${id}`
  await addBuiltInSkills(sql)
  const updated = (await list()).find((skill) => skill.id === id)!
  assert.deepEqual([updated.name, updated.default.id], ['Brand check', first.id])
  // The state that a newer release has left.
  await sql`update all_skills set last_version = 2, name = 'New' where id = ${id}`
  await addBuiltInSkills(sql)
  assert.equal((await list()).find((skill) => skill.id === id)?.name, 'New')
})

test('a new workspace has the built-in skills when an administrator creates it', async () => {
  const other = await world.workspace('Another')
  await addBuiltInSkills(sql, other)
  const [row] =
    await sql`select count(*)::integer as count from skills where workspace_id = ${other} and source = 'BUILT_IN'`
  assert.deepEqual(row, { count: 3 })
})
