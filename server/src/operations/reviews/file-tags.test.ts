// The tags of the files of a version follow its status. Random histories are in review-rule.test.ts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectEvents, dataOf, lines } from '../../../test/helpers/emitted-events.ts'
import { lockWaits } from '../../../test/helpers/lock-waits.ts'
import type { Person } from '../../../test/worlds/world.ts'
import { startReviewWorld } from './fixtures/review-world.ts'

const all = await startReviewWorld()
const { world, projectId, owner, reviewer, send, succeed, version, give, setStatus, status } = all

const tag = async (id: string): Promise<string> => (await succeed(send(`GET /api/files/${id}`))).tag
const setTag = (id: string, tag: string) => succeed(send(`PATCH /api/files/${id}/tag`, owner, { tag }))

async function reviewed(count = 1, fields: object = {}) {
  const files = await Promise.all(Array.from({ length: count }, () => all.file()))
  const id = await version({ files: files.map((id) => ({ id })), ...fields })
  return { id, files, tags: () => Promise.all(files.map(tag)) }
}

test('204: a verdict tags all files of the version, and live pages hear of it after the status', async () => {
  const { id, files, tags } = await reviewed(2)
  const before = await succeed(send(`GET /api/files/${files[0]}`))
  const events = await collectEvents(world)
  await succeed(give(id, await reviewer(), 'APPROVED'))
  assert.deepEqual(await tags(), ['APPROVED', 'APPROVED'])
  const emitted = await events()
  assert.deepEqual(lines(emitted), [
    'verdict.given ANYONE',
    'version.status_changed ANYONE',
    'file.updated ANYONE',
    'file.updated ANYONE',
  ])
  assert.deepEqual(
    emitted
      .slice(2)
      .map(({ fileId }) => fileId)
      .sort(),
    [...files].sort(),
  )
  const { changed, tag } = dataOf(emitted[2], 'file.updated')
  assert.deepEqual([changed, tag], [['tag'], { from: 'NEED_REVIEW', to: 'APPROVED' }])
  const after = await succeed(send(`GET /api/files/${files[0]}`))
  assert.ok(after.updatedAt > before.updatedAt)
})

test('204: Set Version Status, requested changes, a withdrawal and moves of a member tag the files as well', async () => {
  const { id, tags } = await reviewed()
  const ann = await reviewer()
  const steps: [() => Promise<unknown>, string][] = [
    [() => setStatus(id, ann, 'APPROVED'), 'APPROVED'],
    [() => setStatus(id, ann, 'NEED_REVIEW'), 'NEED_REVIEW'],
    [() => give(id, ann, 'NEED_EDIT'), 'NEED_EDIT'],
    [() => all.withdraw(id, ann), 'NEED_REVIEW'],
    [() => give(id, ann, 'REJECTED'), 'REJECTED'],
    [() => setStatus(id, owner, 'IN_PROGRESS'), 'IN_PROGRESS'],
    [() => setStatus(id, owner, 'ON_HOLD'), 'ON_HOLD'],
    [() => setStatus(id, owner, 'CLOSED'), 'CLOSED'],
  ]
  for (const [step, expected] of steps) {
    await step()
    assert.deepEqual([await status(id), ...(await tags())], [expected, expected])
  }
})

test('204: a verdict that the rule does not act on leaves the tags; the last missing one sets them', async () => {
  const { id, tags } = await reviewed(1, { reviewRule: { type: 'ALL_REQUESTED' } })
  const [ann, ben] = [await reviewer(), await reviewer()]
  await succeed(all.request(id, [ann, ben]))
  await succeed(give(id, ann, 'APPROVED'))
  assert.deepEqual(await tags(), ['NEED_REVIEW'])
  await succeed(give(id, ben, 'APPROVED'))
  assert.deepEqual(await tags(), ['APPROVED'])
  await succeed(all.request(id, [await reviewer()]))
  assert.deepEqual(await tags(), ['NEED_REVIEW'])
})

test('a tag set by hand: a verdict replaces it, any other move leaves it', async () => {
  const { id, files, tags } = await reviewed(2)
  await setTag(files[0]!, 'IN_PROGRESS')
  await succeed(setStatus(id, owner, 'ON_HOLD'))
  assert.deepEqual(await tags(), ['IN_PROGRESS', 'ON_HOLD'])
  await succeed(setStatus(id, owner, 'NEED_REVIEW'))
  await succeed(give(id, owner, 'APPROVED'))
  assert.deepEqual(await tags(), ['APPROVED', 'APPROVED'])
  await setTag(files[0]!, 'CLOSED')
  await succeed(setStatus(id, owner, 'NEED_REVIEW'))
  assert.deepEqual(await tags(), ['CLOSED', 'NEED_REVIEW'])
})

test('a client that also sets the tag, before or after: the tag is the same and no event repeats it', async () => {
  for (const first of [true, false]) {
    const { id, files, tags } = await reviewed()
    const emitted = await all.emits(async () => {
      if (first) await setTag(files[0]!, 'APPROVED')
      await succeed(setStatus(id, owner, 'APPROVED'))
      if (!first) await setTag(files[0]!, 'APPROVED')
    })
    assert.deepEqual(await tags(), ['APPROVED'])
    assert.equal(emitted.filter((type) => type === 'file.updated').length, 1)
  }
})

test('204: a version without files, and one whose file was deleted', async () => {
  const { id, files } = await reviewed()
  await succeed(send(`DELETE /api/files/${files[0]}`))
  for (const one of [await version(), id]) {
    assert.deepEqual(await all.emits(() => succeed(give(one, owner, 'APPROVED'))), [
      'verdict.given',
      'version.status_changed',
    ])
  }
})

test('a restricted reviewer tags files that they do not see, and hears only of those that they see', async () => {
  const [shown, hidden] = [await all.file(true), await all.file(false)]
  const id = await version({ files: [{ id: shown }, { id: hidden }] })
  const events = await collectEvents(world)
  await succeed(give(id, await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER'), 'APPROVED'))
  assert.deepEqual([await tag(shown), await tag(hidden)], ['APPROVED', 'APPROVED'])
  const heard = (await events()).filter(({ type }) => type === 'file.updated')
  assert.deepEqual(
    new Map(heard.map(({ fileId, audience }) => [fileId, audience])),
    new Map([
      [shown, 'ANYONE'],
      [hidden, 'UNRESTRICTED'],
    ]),
  )
})

test('the newest version decides about a file when a rule moves two of its versions at once', async () => {
  const { id: other, owner: boss } = await world.project()
  const file = await all.file()
  await world.database.sql`update files set project_id = ${other} where id = ${file}`
  const people = [
    await world.member(other, 'PROJECT_REVIEWER'),
    await world.member(other, 'PROJECT_REVIEWER'),
  ]
  const reviews: string[] = []
  for (const verdict of ['NEED_EDIT', 'APPROVED']) {
    const body = { name: verdict, files: [{ id: file }] }
    const { id } = await succeed(send(`POST /api/projects/${other}/versions`, boss, body))
    await succeed(give(id, people[reviews.length]!, verdict))
    reviews.push(id)
  }
  const rule = (person: Person) => ({ reviewRule: { type: 'NAMED_PERSON', user: { id: person.userId } } })
  const read = async () => (await succeed(send(`GET /api/files/${file}`, boss))).tag
  await succeed(send(`PATCH /api/projects/${other}`, boss, rule(boss)))
  assert.equal(await read(), 'NEED_REVIEW')
  await succeed(send(`PATCH /api/projects/${other}`, boss, { reviewRule: null }))
  assert.equal(await read(), 'APPROVED')
})

test('two concurrent verdicts on versions that share files in opposite order: both 204, no deadlock', async () => {
  const files = await Promise.all(Array.from({ length: 6 }, () => all.file()))
  const order = [files, [...files].reverse()]
  for (let round = 0; round < 3; round++) {
    for (const id of files) await setTag(id, 'NEED_REVIEW')
    const ids = await Promise.all(order.map((some) => version({ files: some.map((id) => ({ id })) })))
    const { answers } = await world.database.transaction(async (hold) => {
      await hold`select from files where id = ${files[3]!} for update`
      const both = Promise.all(ids.map((id, i) => give(id, owner, ['APPROVED', 'REJECTED'][i]!)))
      await lockWaits(world, 2)
      return { answers: both }
    })
    assert.deepEqual(
      (await answers).map(({ status }) => status),
      [204, 204],
    )
    const tags = new Set(await Promise.all(files.map(tag)))
    assert.equal(tags.size, 1, 'the later verdict tags all files')
  }
})
