import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lockWaits } from '../../../test/helpers/lock-waits.ts'
import { startReviewWorld } from './fixtures/review-world.ts'

const {
  world,
  sql,
  projectId,
  owner,
  reviewer,
  version,
  request,
  requests,
  send,
  succeed,
  emits,
  give,
  giveByAgent,
  withdraw,
  verdicts,
  status,
  setStatus,
} = await startReviewWorld()

test('204: a verdict replaces the last one of the same person; a repetition emits nothing', async () => {
  const id = await version()
  const ann = await reviewer()
  assert.deepEqual(await emits(() => succeed(give(id, ann, 'REJECTED', 'No'))), [
    'verdict.given',
    'version.status_changed',
  ])
  assert.equal(await status(id), 'REJECTED')
  assert.deepEqual(await emits(() => succeed(give(id, ann, 'REJECTED', 'No'))), [])
  assert.deepEqual(await emits(() => succeed(give(id, ann, 'REJECTED', 'Still no'))), ['verdict.given'])
  await succeed(give(id, ann, 'APPROVED'))
  assert.equal(await status(id), 'APPROVED')
  const all = await verdicts(id)
  assert.deepEqual([all.length, all[0].verdict, all[0].note], [1, 'APPROVED', null])
})

test('ANY_ONE: one approval is enough; a rejection outweighs changes, and changes an approval', async () => {
  const id = await version()
  const [ann, ben, cem] = [await reviewer(), await reviewer(), await reviewer()]
  const expected = [
    [ann, 'APPROVED', 'APPROVED'],
    [ben, 'NEED_EDIT', 'NEED_EDIT'],
    [cem, 'REJECTED', 'REJECTED'],
    [cem, 'APPROVED', 'NEED_EDIT'],
    [ben, 'APPROVED', 'APPROVED'],
  ] as const
  for (const [person, verdict, result] of expected) {
    await succeed(give(id, person, verdict))
    assert.equal(await status(id), result)
  }
})

test('ALL_REQUESTED: everybody who was asked must approve; without requests, one approval is enough', async () => {
  const id = await version({ reviewRule: { type: 'ALL_REQUESTED' } })
  const [ann, ben, other] = [await reviewer(), await reviewer(), await reviewer()]
  await succeed(request(id, [ann, ben]))
  await succeed(give(id, other, 'APPROVED'))
  await succeed(give(id, ann, 'APPROVED'))
  assert.equal(await status(id), 'NEED_REVIEW')
  await succeed(give(id, ben, 'APPROVED'))
  assert.equal(await status(id), 'APPROVED')
  const alone = await version({ reviewRule: { type: 'ALL_REQUESTED' } })
  await succeed(give(alone, other, 'APPROVED'))
  assert.equal(await status(alone), 'APPROVED')
})

test('NAMED_PERSON: only their verdict counts', async () => {
  const [ann, ben] = [await reviewer(), await reviewer()]
  const id = await version({ reviewRule: { type: 'NAMED_PERSON', user: { id: ann.userId } } })
  await succeed(give(id, ben, 'REJECTED'))
  assert.equal(await status(id), 'NEED_REVIEW')
  await succeed(give(id, ann, 'APPROVED'))
  assert.equal(await status(id), 'APPROVED')
})

test('a verdict by an agent is marked, and counts only while the project allows it', async () => {
  const { id: other, owner: boss } = await world.project()
  const { id } = await succeed(send(`POST /api/projects/${other}/versions`, boss, { name: 'Cut' }))
  const read = async () => (await succeed(send(`GET /api/versions/${id}`, boss))).status
  assert.ok(await giveByAgent(id, boss, 'APPROVED'))
  const [verdict] = await succeed(send(`GET /api/versions/${id}/verdicts`, boss))
  assert.deepEqual([verdict.agent, await read()], [true, 'NEED_REVIEW'])
  await succeed(send(`PATCH /api/projects/${other}`, boss, { agentVerdictsCount: true }))
  assert.equal(await read(), 'APPROVED')
  await succeed(send(`PATCH /api/projects/${other}`, boss, { agentVerdictsCount: false }))
  assert.equal(await read(), 'NEED_REVIEW')
})

test('a decision names the person whose verdict it is, also when a change by another person makes it count', async () => {
  const { id: other, owner: boss } = await world.project()
  const ann = await world.member(other, 'PROJECT_REVIEWER', { name: 'Ann' })
  const ben = await world.member(other, 'PROJECT_REVIEWER', { name: 'Ben' })
  const create = async () =>
    (await succeed(send(`POST /api/projects/${other}/versions`, boss, { name: 'Cut' }))).id
  const decision = async (versionId: string) => {
    const one = await succeed(send(`GET /api/versions/${versionId}`, boss))
    return [one.status, one.statusChangedBy?.name, one.decidedByAgent]
  }

  // A setting: the verdict of a tool starts to count.
  const byTool = await create()
  assert.ok(await giveByAgent(byTool, ann, 'APPROVED'))
  await succeed(send(`PATCH /api/projects/${other}`, boss, { agentVerdictsCount: true }))
  assert.deepEqual(await decision(byTool), ['APPROVED', 'Ann', true])
  const { data: listed } = (await send(`GET /api/projects/${other}/versions`, boss)).body
  assert.deepEqual(
    listed.map((one: Record<string, unknown>) => [one.id, one.decidedByAgent]),
    [[byTool, true]],
  )
  await succeed(give(byTool, ann, 'APPROVED'))
  assert.deepEqual(await decision(byTool), ['APPROVED', 'Ann', false])

  // A withdrawal: the verdict of another person remains.
  const withdrawn = await create()
  await succeed(give(withdrawn, ann, 'APPROVED'))
  await succeed(give(withdrawn, ben, 'NEED_EDIT'))
  assert.deepEqual(await decision(withdrawn), ['NEED_EDIT', 'Ben', false])
  await succeed(withdraw(withdrawn, ben))
  assert.deepEqual(await decision(withdrawn), ['APPROVED', 'Ann', false])

  // A rule: one approval becomes enough.
  const ruled = await create()
  const rule = (type: string | null) =>
    succeed(send(`PATCH /api/versions/${ruled}`, boss, { reviewRule: type && { type } }))
  await rule('ALL_REQUESTED')
  const users = [{ id: ann.userId }, { id: ben.userId }]
  await succeed(send(`POST /api/versions/${ruled}/review-requests`, boss, { users }))
  await succeed(give(ruled, ben, 'APPROVED'))
  assert.deepEqual(await decision(ruled), ['NEED_REVIEW', undefined, false])
  await rule(null)
  assert.deepEqual(await decision(ruled), ['APPROVED', 'Ben', false])
})

test('409: while the version is in progress, on hold or closed', async () => {
  const ann = await reviewer()
  for (const to of ['IN_PROGRESS', 'ON_HOLD', 'CLOSED']) {
    const id = await version()
    await succeed(setStatus(id, owner, to))
    const answers = [await give(id, ann, 'APPROVED'), await withdraw(id, ann)]
    assert.deepEqual(
      answers.map(({ body }) => body.code),
      ['illegal_transition', 'illegal_transition'],
    )
    assert.match(answers[0]!.body.message, new RegExp(`is ${to} and takes no verdicts`))
  }
})

test('400: no verdict, an unknown one, or a note of more than 2,000 characters', async () => {
  const id = await version()
  for (const [body, path] of [
    [{}, '/verdict'],
    [{ verdict: 'CLOSED' }, '/verdict'],
    [{ verdict: 'APPROVED', note: 'x'.repeat(2001) }, '/note'],
  ] as const) {
    const answer = await send(`PUT /api/versions/${id}/verdict`, owner, body)
    assert.deepEqual([answer.status, answer.body.errors[0].path], [400, path])
  }
})

test('concurrent verdicts of 12 people: the status follows from all of them', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => reviewer()))
  const id = await version({ reviewRule: { type: 'ALL_REQUESTED' } })
  await succeed(request(id, people))
  const { answers } = await world.database.transaction(async (hold) => {
    await hold`select from versions where id = ${id} for update`
    const all = Promise.all(people.map((person) => give(id, person, 'APPROVED')))
    await lockWaits(world, 5)
    return { answers: all }
  })
  assert.deepEqual(
    (await answers).map((answer) => answer.status),
    Array(12).fill(204),
  )
  assert.equal(await status(id), 'APPROVED')
})

test('a rule of the project that changes while the first verdict is given decides about it', async () => {
  const { id: other, owner: boss } = await world.project()
  const ann = await world.member(other, 'PROJECT_REVIEWER')
  const { id } = await succeed(send(`POST /api/projects/${other}/versions`, boss, { name: 'Cut' }))
  const users = [{ id: ann.userId }]
  await succeed(send(`POST /api/versions/${id}/review-requests`, boss, { users }))
  const { answers } = await world.database.transaction(async (hold) => {
    await hold`select from versions where id = ${id} for update`
    const rule = send(`PATCH /api/projects/${other}`, boss, { reviewRule: { type: 'ALL_REQUESTED' } })
    const verdict = give(id, boss, 'APPROVED')
    await lockWaits(world, 2)
    return { answers: Promise.all([rule, verdict]) }
  })
  assert.deepEqual(
    (await answers).map((answer) => answer.status),
    [204, 204],
  )
  assert.equal((await succeed(send(`GET /api/versions/${id}`, boss))).status, 'NEED_REVIEW')
})

test('404: a reviewer who is removed while their verdict waits for the lock', async () => {
  const id = await version()
  const ann = await reviewer()
  await succeed(request(id, [ann]))
  const { answer } = await world.database.transaction(async (hold) => {
    await hold`select from versions where id = ${id} for update`
    const waiting = give(id, ann, 'APPROVED')
    await lockWaits(world)
    await hold`delete from project_members where project_id = ${projectId} and user_id = ${ann.userId}`
    return { answer: waiting }
  })
  assert.equal((await answer).status, 404)
  assert.deepEqual([await verdicts(id), await status(id)], [[], 'NEED_REVIEW'])
})

test('removing the last reviewer without a verdict approves the version; their requests are deleted', async () => {
  const id = await version({ reviewRule: { type: 'ALL_REQUESTED' } })
  const [ann, ben] = [await reviewer(), await reviewer()]
  await succeed(request(id, [ann, ben]))
  await succeed(give(id, ann, 'APPROVED'))
  const [member] = await sql<{ id: string }>`
    select id from project_members where project_id = ${projectId} and user_id = ${ben.userId}`
  assert.deepEqual(await emits(() => succeed(send(`DELETE /api/project-members/${member!.id}`))), [
    'member.removed',
    'review_request.deleted',
    'version.status_changed',
  ])
  assert.deepEqual([(await requests(id)).length, await status(id)], [1, 'APPROVED'])
})

test('a reviewer who can no longer see the version is not waited for', async () => {
  const id = await version({ reviewRule: { type: 'ALL_REQUESTED' } })
  const [ann, ben] = [await reviewer(), await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER')]
  await succeed(request(id, [ann, ben]))
  await succeed(give(id, ann, 'APPROVED'))
  assert.equal(await status(id), 'NEED_REVIEW')
  await succeed(send(`PATCH /api/versions/${id}`, owner, { allowRestricted: false }))
  assert.equal(await status(id), 'APPROVED')
})
