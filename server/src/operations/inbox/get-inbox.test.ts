import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newFile, newGeneration } from '../../../test/worlds/samples.ts'
import type { Person } from '../../../test/worlds/world.ts'
import type { Inbox } from '../../records/inbox.ts'
import { startReviewWorld } from '../reviews/fixtures/review-world.ts'

const reviews = await startReviewWorld()
const { world, sql, projectId, owner, reviewer, send, succeed } = reviews
const { file, version, request, give, giveByAgent, setStatus, revise } = reviews

const inboxOf = (person: Person): Promise<Inbox> => succeed(send('GET /api/inbox', person))
const waitingOf = async (person: Person) =>
  (await inboxOf(person)).reviews.items.map((item) => item.version.id)
const mention = ({ userId }: Person) => `@[Someone](user:${userId})`
const comment = async (fileId: string, author: Person, content: string, parent?: string): Promise<string> => {
  const body = { content, ...(parent && { parent: { id: parent } }) }
  return (await succeed(send(`POST /api/files/${fileId}/comments`, author, body))).id
}

test('200: a newcomer has an empty inbox, with the projects that they can see', async () => {
  const ann = await world.person()
  assert.deepEqual(await inboxOf(ann), {
    ...{ reviews: { total: 0, items: [] }, mentions: { total: 0, items: [] } },
    ...{ uploads: { total: 0, items: [] }, generations: { total: 0, items: [] }, projects: [] },
  })
  const { id } = await world.project({ accessRange: 'ALLOW_WORKSPACE_MEMBER', name: 'Open' })
  const { projects } = await inboxOf(ann)
  assert.deepEqual(
    projects.map(({ id, name }) => [id, name]),
    [[id, 'Open']],
  )
  await sql`delete from projects where id = ${id}`
})

test('reviews are sorted by due date, and those without one come last', async () => {
  const ann = await reviewer()
  const [late, soon, some] = [
    await version({ files: [{ id: await file() }] }),
    await version(),
    await version(),
  ]
  await succeed(request(some, [ann], { message: 'Colours only' }))
  await succeed(request(soon, [ann], { dueAt: '2999-01-02 00:00:00.000000' }))
  await succeed(request(late, [ann], { dueAt: '2999-01-03 00:00:00.000000' }))
  await sql`update review_requests set due_at = '2020-01-01' where version_id = ${late}`
  const { reviews } = await inboxOf(ann)
  assert.deepEqual([reviews.total, ...reviews.items.map((item) => item.version.id)], [3, late, soon, some])
  const [first, , last] = reviews.items
  assert.equal(first!.dueAt, '2020-01-01 00:00:00.000000')
  assert.deepEqual([first!.files.total, first!.requestedBy?.id, first!.lastVerdict], [1, owner.userId, null])
  assert.deepEqual([last!.message, last!.dueAt, last!.project.id], ['Colours only', null, projectId])
})

test('a review disappears with the verdict, and comes back when a new revision makes the verdict stale', async () => {
  const ann = await reviewer()
  const shot = await file()
  const id = await version({ files: [{ id: shot }] })
  await succeed(request(id, [ann]))
  assert.deepEqual(await waitingOf(ann), [id])
  await succeed(give(id, ann, 'APPROVED'))
  assert.deepEqual(await waitingOf(ann), [])
  await revise(shot)
  const { items } = (await inboxOf(ann)).reviews
  assert.deepEqual(items[0]?.lastVerdict, { verdict: 'APPROVED', stale: 'NEW_REVISION' })
  await succeed(give(id, ann, 'APPROVED'))
  assert.deepEqual(await waitingOf(ann), [])
  await succeed(setStatus(id, owner, 'NEED_REVIEW'))
  assert.deepEqual(await waitingOf(ann), [id])
  await succeed(setStatus(id, owner, 'IN_PROGRESS'))
  assert.deepEqual(await waitingOf(ann), [])
})

test('a review that others decided waits for nobody, until a person is asked or reminded again', async () => {
  const [ann, ben, cem] = [await reviewer(), await reviewer(), await reviewer()]
  const id = await version()
  await succeed(request(id, [ann, ben]))
  await succeed(give(id, ben, 'APPROVED'))
  assert.deepEqual(await waitingOf(ann), [])
  await succeed(request(id, [cem]))
  assert.deepEqual(await waitingOf(cem), [id])
  const [asked] = await sql<{ id: string }>`
    select id from review_requests where version_id = ${id} and user_id = ${ann.userId}`
  await succeed(send(`POST /api/review-requests/${asked!.id}/remind`))
  assert.deepEqual(await waitingOf(ann), [id])
})

test('a verdict by an agent that does not count leaves the review waiting', async () => {
  const ann = await reviewer()
  const id = await version()
  await succeed(request(id, [ann]))
  assert.ok(await giveByAgent(id, ann, 'APPROVED'))
  const { items } = (await inboxOf(ann)).reviews
  assert.deepEqual([items[0]?.version.id, items[0]?.lastVerdict], [id, { verdict: 'APPROVED', stale: null }])
})

test('mentions: one item for each open thread, with the newest mention; resolved and deleted ones are left out', async () => {
  const ann = await reviewer()
  const shot = await file()
  const first = await comment(shot, owner, `${mention(ann)} too dark`)
  const second = await comment(shot, owner, 'And the sound?')
  const reply = await comment(shot, owner, `${mention(ann)} what do you think?`, second)
  await comment(shot, ann, `${mention(ann)} my own note`)
  const { mentions } = await inboxOf(ann)
  assert.deepEqual([mentions!.total, ...mentions!.items.map((item) => item.comment.id)], [2, reply, first])
  const [newest] = mentions!.items
  assert.deepEqual(
    [newest!.comment.excerpt, newest!.comment.parentId],
    ['@Someone what do you think?', second],
  )
  assert.deepEqual([newest!.file?.id, newest!.author?.id], [shot, owner.userId])

  const again = await comment(shot, owner, `${mention(ann)} still too dark`, first)
  assert.deepEqual((await inboxOf(ann)).mentions!.items[0]!.comment.id, again)
  await succeed(send(`POST /api/comments/${first}/resolve`))
  await succeed(send(`DELETE /api/comments/${reply}`))
  assert.equal((await inboxOf(ann)).mentions!.total, 0)
})

test('uploads: counts the comments of others without a reply of the uploader, grouped by file', async () => {
  const ann = await world.member(projectId, 'PROJECT_MEMBER')
  const [one, two] = [await newFile(world, projectId, ann), await newFile(world, projectId, ann)]
  const answered = await comment(one, owner, 'Grain?')
  await comment(one, owner, 'Softer')
  const newest = await comment(one, owner, 'Warmer')
  await comment(two, ann, 'A note of my own')
  const other = await comment(two, owner, 'Shorter')
  await comment(one, ann, 'On purpose', answered)
  const counts = async () =>
    (await inboxOf(ann)).uploads!.items.map((item) => [item.file.id, item.unanswered])
  assert.deepEqual(await counts(), [
    [two, 1],
    [one, 2],
  ])
  await succeed(send(`POST /api/comments/${other}/resolve`))
  const { total, items } = (await inboxOf(ann)).uploads!
  assert.deepEqual([total, items[0]!.newest.id, items[0]!.newest.excerpt], [1, newest, 'Warmer'])
})

test('generations: only those of the caller that are queued or running', async () => {
  const ann = await world.member(projectId, 'PROJECT_MEMBER')
  const id = await newGeneration(world, projectId, ann)
  await newGeneration(world, projectId, ann, 'FAILED')
  await newGeneration(world, projectId, owner)
  const { total, items } = (await inboxOf(ann)).generations
  assert.deepEqual([total, items[0]!.file.id, items[0]!.state, items[0]!.progress], [1, id, 'QUEUED', null])
})

test('a restricted reviewer sees only what is marked for them', async () => {
  const ann = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER')
  const [open, hidden] = [await file(), await file()]
  const [shown, secret] = [await version({ files: [{ id: open }, { id: hidden }] }), await version()]
  await succeed(request(shown, [ann]))
  await succeed(request(secret, [ann]))
  const visible = await comment(open, owner, mention(ann))
  await comment(hidden, owner, mention(ann))
  await sql`update files set allow_restricted = false where id = ${hidden}`
  await sql`update versions set allow_restricted = false where id = ${secret}`
  const { reviews, mentions } = await inboxOf(ann)
  assert.deepEqual(
    reviews.items.map((item) => [item.version.id, item.files.total]),
    [[shown, 1]],
  )
  assert.deepEqual(
    mentions!.items.map((item) => item.comment.id),
    [visible],
  )
})

test('nothing of a project remains after access is lost, or while it is archived or deleted', async () => {
  const { id, owner: boss } = await world.project()
  const ann = await world.member(id, 'PROJECT_MEMBER')
  const shot = await newFile(world, id, ann)
  await comment(shot, boss, mention(ann))
  await newGeneration(world, id, ann)
  const made = await succeed(send(`POST /api/projects/${id}/versions`, boss, { name: 'Cut' }))
  await succeed(send(`POST /api/versions/${made.id}/review-requests`, boss, { users: [{ id: ann.userId }] }))
  const totals = async () => {
    const { reviews, mentions, uploads, generations, projects } = await inboxOf(ann)
    return [reviews.total, mentions!.total, uploads!.total, generations.total, projects.length]
  }
  const nothing = [0, 0, 0, 0, 0]
  assert.deepEqual(await totals(), [1, 1, 1, 1, 1])
  await sql`update projects set archived_at = now() where id = ${id}`
  assert.deepEqual(await totals(), nothing)
  await sql`update projects set archived_at = null, destroyed_at = now() where id = ${id}`
  assert.deepEqual(await totals(), nothing)
  await sql`update projects set destroyed_at = null where id = ${id}`
  assert.deepEqual(await totals(), [1, 1, 1, 1, 1])
  await sql`delete from project_members where project_id = ${id} and user_id = ${ann.userId}`
  assert.deepEqual(await totals(), nothing)
})

test('a key without comments:read gets null for mentions and uploads', async () => {
  const { key } = await world.key(owner.userId, ['projects:read'])
  const inbox = await inboxOf({ ...owner, key })
  assert.deepEqual([inbox.mentions, inbox.uploads], [null, null])
  assert.ok(inbox.projects.length > 0)
})

test('a section shows 20 items and counts up to 100', async () => {
  const { id, owner: boss } = await world.project()
  const ann = await world.member(id, 'PROJECT_REVIEWER')
  await sql`
    with made as (
      insert into versions (id, project_id, name, created_by)
      select gen_random_uuid(), ${id}, 'Cut ' || i, ${boss.userId} from generate_series(1, 110) i returning id
    )
    insert into review_requests (id, version_id, project_id, user_id)
    select gen_random_uuid(), made.id, ${id}, ${ann.userId} from made`
  const { total, items } = (await inboxOf(ann)).reviews
  assert.deepEqual([total, items.length], [100, 20])
})
