// The status of a version and the tags of its files, compared with a naive model over random histories.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Person } from '../../../test/worlds/world.ts'
import { type Verdict, verdicts, versionStatuses } from '../../records/version.ts'
import { type ModelRule, newModel, type ReviewModel } from './fixtures/review-model.ts'
import { type Fields, startReviewWorld } from './fixtures/review-world.ts'

const all = await startReviewWorld()
const { world, sql, send, succeed } = all

const roles = [
  'PROJECT_OWNER',
  'PROJECT_MEMBER',
  'PROJECT_REVIEWER',
  'PROJECT_REVIEWER',
  'PROJECT_RESTRICTED_REVIEWER',
] as const
const people: Person[] = []
for (const _role of roles) people.push(await world.person())

const person = fc.nat({ max: roles.length - 1 })
const verdict = fc.constantFrom<Verdict>('APPROVED', 'APPROVED', 'NEED_EDIT', 'REJECTED')
const rule = fc.oneof(
  fc.record({
    type: fc.constantFrom<ModelRule['type']>('ANY_ONE', 'ALL_REQUESTED'),
    user: fc.constant(null),
  }),
  fc.record({ type: fc.constant<ModelRule['type']>('NAMED_PERSON'), user: person }),
)
const file = fc.nat({ max: 1 })
const reviewStatus = fc.constantFrom(...versionStatuses)
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('give' as const), person, verdict }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('giveByAgent' as const), person, verdict }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('withdraw' as const), person }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('setStatus' as const), person, status: reviewStatus }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('ask' as const), person }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('release' as const), person }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('removeMember' as const), person }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('addMember' as const), person }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('versionRule' as const), rule: fc.option(rule) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('projectRule' as const), rule: fc.option(rule) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('agents' as const), count: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('revise' as const), file }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('startUpload' as const), file }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('finishUpload' as const), file }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('tag' as const), file, status: reviewStatus }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('deleteFile' as const), file }) },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** A project of these people, with a version of two files, of which restricted reviewers see the first. */
async function newReview() {
  const [owner] = people as [Person]
  const { id: projectId } = await world.project({ owner })
  for (const [i, role] of roles.entries()) if (i > 0) await addMember(projectId, people[i]!, role)
  const files = await Promise.all([true, false].map((shown) => all.file(shown)))
  await sql`update files set project_id = ${projectId} where id = any(${files})`
  const body = { name: 'Cut', allowRestricted: true, files: files.map((id) => ({ id })) }
  const { id } = await succeed(send(`POST /api/projects/${projectId}/versions`, owner, body))
  return { projectId, id: id as string, files }
}

const addMember = (projectId: string, { userId }: Person, role: string) =>
  succeed(
    send(`POST /api/projects/${projectId}/members`, people[0], { members: [{ user: { id: userId }, role }] }),
  )

type Review = Awaited<ReturnType<typeof newReview>> & { uploads: Map<number, string> }

/** Sends the step; the status of the answer, or undefined for a step that is not a request. */
async function perform(review: Review, one: Step): Promise<number | undefined> {
  const { id, projectId, files, uploads } = review
  const actor = 'person' in one ? people[one.person]! : people[0]!
  const wire = (given: ModelRule | null) =>
    given && { type: given.type, user: given.user === null ? null : { id: people[given.user]!.userId } }
  const patch = async (path: string, body: Fields) =>
    (await send(`PATCH /api/${path}`, people[0], body)).status
  const memberId = async () => {
    const [row] = await sql<{ id: string }>`
      select id from project_members where project_id = ${projectId} and user_id = ${actor.userId}`
    return row?.id
  }
  switch (one.do) {
    case 'give':
      return (await all.give(id, actor, one.verdict)).status
    case 'giveByAgent':
      return (await all.giveByAgent(id, actor, one.verdict)) ? 204 : 409
    case 'withdraw':
      return (await all.withdraw(id, actor)).status
    case 'setStatus':
      return (await all.setStatus(id, actor, one.status)).status
    case 'ask': {
      const body = { users: [{ id: actor.userId }] }
      return (await send(`POST /api/versions/${id}/review-requests`, people[0], body)).status
    }
    case 'release': {
      const list = await succeed(send(`GET /api/versions/${id}/review-requests`, people[0]))
      const found = list.find(({ user }: { user: { id: string } }) => user.id === actor.userId)
      return found && (await send(`DELETE /api/review-requests/${found.id}`, people[0])).status
    }
    case 'removeMember': {
      const member = await memberId()
      return member && one.person > 0
        ? (await send(`DELETE /api/project-members/${member}`, people[0])).status
        : undefined
    }
    case 'addMember':
      if (!(await memberId())) await addMember(projectId, actor, roles[one.person]!)
      return undefined
    case 'versionRule':
      return patch(`versions/${id}`, { reviewRule: wire(one.rule) })
    case 'projectRule':
      return patch(`projects/${projectId}`, { reviewRule: wire(one.rule) })
    case 'agents':
      return patch(`projects/${projectId}`, { agentVerdictsCount: one.count })
    case 'revise':
      await all.revise(files[one.file]!)
      return undefined
    case 'startUpload':
      if (!uploads.has(one.file)) uploads.set(one.file, await all.revise(files[one.file]!, 'UPLOADING'))
      return undefined
    case 'finishUpload':
      await sql`update files set status = 'UPLOADED' where id = ${uploads.get(one.file) ?? ''}`
      uploads.delete(one.file)
      return undefined
    case 'tag':
      await send(`PATCH /api/files/${files[one.file]!}/tag`, people[0], { tag: one.status })
      return undefined
    case 'deleteFile':
      await send(`DELETE /api/files/${files[one.file]!}`, people[0])
      return undefined
  }
}

async function compare({ id, files, projectId }: Review, model: ReviewModel): Promise<void> {
  const read = (path: string) => succeed(send(`GET /api/versions/${id}${path}`, people[0]))
  const place = (userId: string) => people.findIndex((one) => one.userId === userId)
  const tags = sql<{ id: string; tag: string }>`select id, tag from files where project_id = ${projectId}`
  const [version, given, asked, tagged] = await Promise.all([
    read(''),
    read('/verdicts'),
    read('/review-requests'),
    tags,
  ])
  assert.equal(version.status, model.status)
  const { statusChangedBy, decidedByAgent } = version
  assert.deepEqual(statusChangedBy ? [place(statusChangedBy.id), decidedByAgent] : undefined, model.decision)
  assert.deepEqual(
    files.flatMap((id, file) => tagged.filter((one) => one.id === id).map(({ tag }) => [file, tag])),
    model.tags(),
  )
  type Given = { user: { id: string }; verdict: string; agent: boolean; stale: string | null }
  assert.deepEqual(
    given.map(({ user, ...one }: Given) => [place(user.id), one.verdict, one.agent, one.stale]).sort(),
    model.listedVerdicts().sort(),
  )
  assert.deepEqual(
    asked.map(({ user, state }: { user: { id: string }; state: string }) => [place(user.id), state]).sort(),
    model.listedRequests().sort(),
  )
}

test('the status, who decided, the tags, the verdicts and the requests are those of the model, after every step', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24, size: 'max' }), async (steps) => {
      const review = { ...(await newReview()), uploads: new Map<number, string>() }
      const model = newModel(roles)
      for (const one of steps) {
        const expected = model.perform(one)
        const actual = await perform(review, one)
        if (actual !== undefined) assert.equal(actual, expected, JSON.stringify(one))
        await compare(review, model)
        seen.add(`${one.do} ${model.status}`)
      }
    }),
    { numRuns: 40 },
  )
  for (const status of verdicts) assert.ok(seen.has(`give ${status}`), `no history gives ${status}`)
})
