// A version that requires checks without open problems.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lockWaits } from '../../../test/helpers/lock-waits.ts'
import { callToolByHand } from '../../../test/helpers/mcp-client.ts'
import { newUuid } from '../../core/ids.ts'
import { namedOperations } from '../../core/operation.ts'
import * as operationExports from '../index.ts'
import { startReviewWorld } from './fixtures/review-world.ts'

const {
  world,
  sql,
  projectId,
  owner,
  reviewer,
  file,
  version,
  send,
  succeed,
  give,
  setStatus,
  status,
  revise,
  request,
  emits,
} = await startReviewWorld()

type State = 'QUEUED' | 'MEASURING' | 'READY' | 'FAILED'

/** Checks of a file in this state, with as many problems one after another. */
async function check(fileId: string, state: State, problems = 0): Promise<string[]> {
  const failure = state === 'FAILED' ? 'unreadable' : null
  await sql`insert into media (file_id, state, kind) values (${fileId}, 'READY', 'VIDEO') on conflict do nothing`
  await sql`
    insert into checks (file_id, revision, state, failure_code, failure_message)
    select m.file_id, m.revision, ${state}, ${failure}, ${failure} from media m where m.file_id = ${fileId}
    on conflict (file_id) do update set state = excluded.state, failure_code = excluded.failure_code`
  const ids = Array.from({ length: problems }, () => newUuid())
  for (const [position, id] of ids.entries())
    await sql`
      insert into findings (id, file_id, position, rule, level, first_frame, last_frame, first_ms, last_ms, message, confidence)
      values (${id}, ${fileId}, ${position}, 'black', 'PROBLEM', ${position * 100}, ${position * 100 + 20},
        ${position * 4000}, ${position * 4000 + 800}, 'Black.', 1)`
  return ids
}

/** Accepts a finding of a file. */
async function waive(findingId: string): Promise<string> {
  const id = newUuid()
  await sql`
    insert into check_waivers (id, project_id, stack_id, rule, first_frame, last_frame, first_ms, last_ms, reason, user_id,
      file_id, stack_number)
    select ${id}, f.project_id, f.stack_id, fi.rule, fi.first_frame, fi.last_frame, fi.first_ms, fi.last_ms, 'Planned',
      ${owner.userId}, f.id, f.stack_number
    from findings fi join files f on f.id = fi.file_id where fi.id = ${findingId}`
  return id
}

const gated = (files: readonly string[], fields = {}) =>
  version({ requireNoProblems: true, files: files.map((id) => ({ id })), ...fields })

async function named(name: string): Promise<string> {
  const id = await file()
  await sql`update files set name = ${name} where id = ${id}`
  return id
}

test('409 open_problems: the message counts the problems and names the files; other verdicts are possible', async () => {
  const [ferry, title] = [await named('Ferry.mp4'), await named('Title.mov')]
  await check(ferry, 'READY', 2)
  await check(title, 'READY', 1)
  const id = await gated([ferry, title])
  for (const answer of [await give(id, owner, 'APPROVED'), await setStatus(id, owner, 'APPROVED')]) {
    assert.deepEqual([answer.status, answer.body.code], [409, 'open_problems'])
    assert.match(answer.body.message, /3 open problems in Ferry\.mp4 \(2\) and Title\.mov \(1\)/)
  }
  assert.equal(await status(id), 'NEED_REVIEW')
  await succeed(give(id, owner, 'NEED_EDIT', 'Fix the black frames'))
  assert.equal(await status(id), 'NEED_EDIT')
  const { blockers, requireNoProblems } = await succeed(send(`GET /api/versions/${id}`))
  assert.equal(requireNoProblems, true)
  assert.deepEqual(blockers, [
    { file: { id: ferry, name: 'Ferry.mp4' }, reason: 'OPEN_PROBLEMS', problems: 2 },
    { file: { id: title, name: 'Title.mov' }, reason: 'OPEN_PROBLEMS', problems: 1 },
  ])
})

test('204: a waiver opens the gate, also on the next revision; without it, the gate is closed again', async () => {
  const first = await file()
  const [finding] = await check(first, 'READY', 1)
  const waiver = await waive(finding!)
  const next = await revise(first)
  await check(next, 'READY', 1)
  for (const one of [first, next]) await succeed(give(await gated([one]), owner, 'APPROVED'))
  await sql`delete from check_waivers where id = ${waiver}`
  assert.equal((await give(await gated([next]), owner, 'APPROVED')).body.code, 'open_problems')
})

test('409: a waiver of a later revision, another rule or another place does not open the gate', async () => {
  const first = await file()
  const [here] = await check(first, 'READY', 2)
  const later = await revise(first)
  const [later1, later2] = await check(later, 'READY', 2)
  await waive(later1!)
  await waive(later2!)
  await succeed(give(await gated([later]), owner, 'APPROVED'))
  const answer = await give(await gated([first]), owner, 'APPROVED')
  assert.match(answer.body.message, /2 open problems/)
  await waive(here!)
  assert.match((await give(await gated([first]), owner, 'APPROVED')).body.message, /1 open problem in/)
})

test('409 not_checked: while checks wait, run, have failed or are missing; 204 when they are ready', async () => {
  for (const state of ['QUEUED', 'MEASURING', 'FAILED'] as const) {
    const one = await named('Ferry.mp4')
    await check(one, state)
    const id = await gated([one])
    const { status: code, body } = await give(id, owner, 'APPROVED')
    assert.deepEqual([code, body.code], [409, 'not_checked'])
    assert.match(body.message, /Ferry\.mp4 is not checked/)
    await check(one, 'READY')
    await succeed(give(id, owner, 'APPROVED'))
  }
  const unchecked = await file()
  await sql`insert into media (file_id, state, kind) values (${unchecked}, 'READY', 'VIDEO')`
  const uploading = await revise(unchecked, 'UPLOADING')
  for (const one of [unchecked, uploading])
    assert.equal((await give(await gated([one]), owner, 'APPROVED')).body.code, 'not_checked')
})

test('204: files that cannot be checked, such as links and archives, do not close the gate', async () => {
  const archive = await file()
  const { id: link } = await succeed(
    send(`POST /api/projects/${projectId}/files/upload.youtube`, owner, {
      url: 'https://youtu.be/dQw4w9WgXcQ',
    }),
  )
  await succeed(give(await gated([archive, link]), owner, 'APPROVED'))
  await succeed(give(await gated([]), owner, 'APPROVED'))
})

test('204: warnings are no problems, and a version without the requirement takes every verdict', async () => {
  const one = await file()
  const [finding] = await check(one, 'READY', 1)
  await succeed(give(await version({ files: [{ id: one }] }), owner, 'APPROVED'))
  await sql`update findings set level = 'WARNING' where id = ${finding!}`
  await succeed(give(await gated([one]), owner, 'APPROVED'))
})

test('the requirement is set, cleared and reported; it does not undo an approval', async () => {
  const one = await file()
  await check(one, 'READY', 1)
  const id = await version({ files: [{ id: one }] })
  await succeed(give(id, owner, 'APPROVED'))
  const patch = (requireNoProblems: boolean) =>
    succeed(send(`PATCH /api/versions/${id}`, owner, { requireNoProblems }))
  assert.deepEqual(await emits(() => patch(true)), ['version.updated'])
  const after = await succeed(send(`GET /api/versions/${id}`))
  assert.deepEqual([after.status, after.requireNoProblems, after.blockers.length], ['APPROVED', true, 1])
  await succeed(setStatus(id, owner, 'NEED_REVIEW'))
  assert.equal((await setStatus(id, owner, 'APPROVED')).body.code, 'open_problems')
  await patch(false)
  await succeed(setStatus(id, owner, 'APPROVED'))
  assert.deepEqual((await succeed(send(`GET /api/versions/${id}`))).blockers, [])
})

test('a finding after the first of two approvals: the withdrawal of the other request does not approve', async () => {
  const [ann, ben] = [await reviewer(), await reviewer()]
  const one = await file()
  await check(one, 'READY')
  const id = await gated([one], { reviewRule: { type: 'ALL_REQUESTED' } })
  await succeed(request(id, [ann, ben]))
  await succeed(give(id, ann, 'APPROVED'))
  await check(one, 'READY', 1)
  const requests = await succeed(send(`GET /api/versions/${id}/review-requests`))
  const { id: bens } = requests.find((each: { user: { id: string } }) => each.user.id === ben.userId)
  await succeed(send(`DELETE /api/review-requests/${bens}`))
  assert.equal(await status(id), 'NEED_REVIEW')
})

test('MCP: give_verdict is refused with the same message', async () => {
  const one = await named('Ferry.mp4')
  await check(one, 'READY', 1)
  const operation = namedOperations(operationExports).find(({ name }) => name === 'giveVerdict')!
  const target = { params: { versionId: await gated([one]) }, fields: { verdict: 'APPROVED' } }
  const { body } = await callToolByHand(world.url, owner.key, operation, target)
  assert.equal(body.result.isError, true)
  assert.match(
    JSON.stringify(body.result),
    /open_problems.*1 open problem in Ferry\.mp4|1 open problem in Ferry\.mp4.*open_problems/,
  )
})

test('a restricted reviewer learns of a file that they do not see only that there is one', async () => {
  const restricted = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER')
  const [seen, hidden] = [await file(), await file(false)]
  await sql`update files set name = 'Secret.mov' where id = ${hidden}`
  await check(seen, 'READY')
  await check(hidden, 'READY', 1)
  const id = await gated([seen, hidden])
  const { body } = await give(id, restricted, 'APPROVED')
  assert.match(body.message, /a file that you do not see \(1\)/)
  const { blockers } = await succeed(send(`GET /api/versions/${id}`, restricted))
  assert.deepEqual(blockers, [{ file: null, reason: 'OPEN_PROBLEMS', problems: 1 }])
})

test('a verdict that meets checks in their last transaction waits for them, and sees their findings', async () => {
  const one = await file()
  await check(one, 'READY')
  const id = await gated([one])
  let verdict: ReturnType<typeof give> | undefined
  await world.database.transaction(async (tx) => {
    await tx`update checks set rules = '[]' where file_id = ${one}`
    verdict = give(id, owner, 'APPROVED')
    await lockWaits(world)
    await tx`
      insert into findings (id, file_id, position, rule, level, message, confidence)
      values (${newUuid()}, ${one}, 0, 'loudness', 'PROBLEM', 'Too loud.', 1)`
  })
  assert.equal((await verdict!).body.code, 'open_problems')
})

test('a verdict that meets the end of a waiver waits for it, and is refused', async () => {
  const one = await file()
  const [finding] = await check(one, 'READY', 1)
  const waiver = await waive(finding!)
  const id = await gated([one])
  let verdict: ReturnType<typeof give> | undefined
  await world.database.transaction(async (tx) => {
    await tx`delete from check_waivers where id = ${waiver}`
    verdict = give(id, owner, 'APPROVED')
    await lockWaits(world)
  })
  assert.equal((await verdict!).body.code, 'open_problems')
})
