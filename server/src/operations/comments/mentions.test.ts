import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectEvents, dataOf } from '../../../test/helpers/emitted-events.ts'
import type { Person } from '../../../test/worlds/world.ts'
import { newUuid } from '../../core/ids.ts'
import { faults, startCommentWorld } from './fixtures/comment-world.ts'

const { world, sql, projectId, owner, file, create, comment, read } = await startCommentWorld()
const newEvents = await collectEvents(world)
const ann = await world.member(projectId, 'PROJECT_MEMBER', { name: 'Ann Lee' })
const ben = await world.member(projectId, 'PROJECT_REVIEWER', { name: 'Ben' })
const restricted = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER', { name: 'Rae' })
const outsider = await world.person({ name: 'Olga' })

const at = ({ userId }: Pick<Person, 'userId'>, name = 'Somebody') => `@[${name}](user:${userId})`
const everyone = '@[everyone](review:everyone)'
const ids = (...people: Person[]) => people.map(({ userId }) => ({ id: userId }))

const edit = (id: string, content: string | null, key = owner.key) =>
  world.call(`PATCH /api/comments/${id}`, { key, body: { content } })

async function edited(id: string, content: string | null) {
  await newEvents()
  assert.equal((await edit(id, content)).status, 204)
  const [event] = await newEvents()
  return dataOf(event, 'comment.updated')
}

async function mentionsOf(id: string) {
  const { mentions } = await read(id)
  return mentions.map(({ id: user }: { id: string }) => user)
}

const count = async () => (await sql<{ n: number }>`select count(*)::integer as n from comments`)[0]!.n

test('201: mentioned people are in the record and in the event; the text is stored as written', async () => {
  await newEvents()
  const content = `${at(ann, 'Annie')} and ${at(ben)}: see ${at(ann)}, not @Ben`
  const id = await comment({ content })
  const [event] = await newEvents()
  assert.deepEqual(dataOf(event, 'comment.created'), {
    comment: { id },
    file: null,
    parent: null,
    mentions: ids(ann, ben),
  })
  const record = await read(id)
  assert.equal(record.content, content)
  assert.deepEqual(record.mentions, [
    { id: ann.userId, name: 'Ann Lee', avatarUrl: null },
    { id: ben.userId, name: 'Ben', avatarUrl: null },
  ])
  assert.equal(record.mentionsEveryone, false)
  const { body } = await world.call(`QUERY /api/projects/${projectId}/comments`, {
    key: owner.key,
    body: {},
  })
  assert.deepEqual(
    body.data.find((one: { id: string }) => one.id === id),
    record,
  )
})

test('a comment without mentions: empty in the record, absent from the events', async () => {
  await newEvents()
  const id = await comment({ content: 'Hello @Ann Lee' })
  assert.deepEqual(dataOf((await newEvents())[0], 'comment.created'), {
    comment: { id },
    file: null,
    parent: null,
  })
  const { mentions, mentionsEveryone } = await read(id)
  assert.deepEqual([mentions, mentionsEveryone], [[], false])
  assert.deepEqual(await edited(id, 'Hello'), {
    comment: { id },
    file: null,
    parent: null,
    changed: ['content'],
  })
})

test('400: people who cannot see the comment are named by the text, and nothing is written', async () => {
  const elsewhere = await world.person({ name: 'Zoe', workspaceId: await world.workspace() })
  const nobody = { userId: newUuid() }
  const before = await count()
  for (const stranger of [outsider, elsewhere, nobody]) {
    const answer = await create({ content: `${at(ann)} ${at(stranger, 'Olga P.')}` })
    assert.deepEqual(faults(answer), ['/content cannot_be_mentioned'])
    assert.match(answer.body.errors[0].message, /^Olga P\. cannot see this comment/)
  }
  assert.equal(await count(), before)
  const both = await create({ content: `${at(outsider)} ${at(nobody)}` })
  assert.deepEqual(faults(both), ['/content cannot_be_mentioned', '/content cannot_be_mentioned'])
  const id = await comment({ content: 'Before' })
  assert.deepEqual(faults(await edit(id, `Now ${at(outsider)}`)), ['/content cannot_be_mentioned'])
  assert.equal((await read(id)).content, 'Before')
})

test('restricted reviewers can be mentioned on the project and on files marked for them only', async () => {
  const [hidden, shown] = [await file('video/mp4', false), await file('video/mp4', true)]
  const content = at(restricted, 'Rae')
  assert.deepEqual(faults(await create({ content }, owner.key, `files/${hidden}`)), [
    '/content cannot_be_mentioned',
  ])
  for (const on of [`files/${shown}`, `projects/${projectId}`])
    assert.deepEqual(await mentionsOf(await comment({ content }, owner.key, on)), [restricted.userId])
  // A restricted reviewer may mention whoever sees what they see.
  const id = await comment({ content: at(ann) }, restricted.key, `files/${shown}`)
  assert.deepEqual(await mentionsOf(id), [ann.userId])
})

test('in a project that is open to its workspace, everyone but guests and former restricted reviewers can be mentioned', async () => {
  const open = await world.project({ owner, accessRange: 'ALLOW_WORKSPACE_MEMBER' })
  const guest = await world.person({ role: 'GUEST' })
  const on = `projects/${open.id}`
  assert.deepEqual(await mentionsOf(await comment({ content: at(outsider) }, owner.key, on)), [
    outsider.userId,
  ])
  assert.deepEqual(faults(await create({ content: at(guest) }, owner.key, on)), [
    '/content cannot_be_mentioned',
  ])
  const former = await world.member(open.id, 'PROJECT_RESTRICTED_REVIEWER')
  await sql`delete from project_members where project_id = ${open.id} and user_id = ${former.userId}`
  assert.deepEqual(faults(await create({ content: at(former) }, owner.key, on)), [
    '/content cannot_be_mentioned',
  ])
})

test('an edit adds, removes and re-adds mentions; its event has only people who are new to the comment', async () => {
  const id = await comment({ content: at(ann) })
  assert.deepEqual((await edited(id, `${at(ann)} ${at(ben)}`)).mentions, ids(ben))
  assert.deepEqual(await mentionsOf(id), [ann.userId, ben.userId])
  assert.equal((await edited(id, 'Nobody')).mentions, undefined)
  assert.deepEqual(await mentionsOf(id), [])
  assert.deepEqual((await edited(id, `${at(ben)} ${at(ann)} ${at(restricted)}`)).mentions, ids(restricted))
  assert.deepEqual(await mentionsOf(id), [ann.userId, ben.userId, restricted.userId])
})

test('an edit that does not change the text keeps the mentions', async () => {
  const content = `Here ${at(ann)}`
  const id = await comment({ content })
  assert.equal((await edit(id, content)).status, 204)
  assert.deepEqual(await mentionsOf(id), [ann.userId])
})

test('a person who has lost access stays mentioned through edits, but cannot be added again', async () => {
  const leaver = await world.member(projectId, 'PROJECT_MEMBER')
  const id = await comment({ content: `${at(leaver)} tpyo` })
  await sql`delete from project_members where project_id = ${projectId} and user_id = ${leaver.userId}`
  await edited(id, `${at(leaver)} typo`)
  assert.deepEqual(await mentionsOf(id), [leaver.userId])
  await edited(id, 'Without')
  assert.deepEqual(faults(await edit(id, `${at(leaver)} again`)), ['/content cannot_be_mentioned'])
})

test('a renamed person is mentioned by their new name', async () => {
  const person = await world.member(projectId, 'PROJECT_MEMBER', { name: 'Old Name' })
  const id = await comment({ content: at(person, 'Old Name') })
  await world.call('PATCH /api/account', {
    key: await world.session(person.userId),
    body: { name: 'New Name' },
  })
  const { mentions, content } = await read(id)
  assert.deepEqual([mentions[0].name, content], ['New Name', at(person, 'Old Name')])
})

test('a deleted account is no longer mentioned', async () => {
  const person = await world.member(projectId, 'PROJECT_MEMBER')
  const id = await comment({ content: at(person) })
  await sql`delete from users where id = ${person.userId}`
  assert.deepEqual(await mentionsOf(id), [])
})

test('201 and 403: only managers may mention everyone; its event says so once', async () => {
  await newEvents()
  const id = await comment({ content: `${everyone} and ${at(ann)}` })
  const created = dataOf((await newEvents())[0], 'comment.created')
  assert.deepEqual([created.mentionsEveryone, created.mentions], [true, ids(ann)])
  assert.equal((await read(id)).mentionsEveryone, true)
  assert.equal((await edited(id, 'Quiet')).mentionsEveryone, undefined)
  assert.equal((await read(id)).mentionsEveryone, false)
  assert.equal((await edited(id, everyone)).mentionsEveryone, undefined)
  assert.equal((await read(id)).mentionsEveryone, true)
  const manager = await world.member(projectId, 'PROJECT_MANAGER')
  await comment({ content: everyone }, manager.key)
  const before = await count()
  for (const { key } of [ann, ben, restricted]) {
    const { status, body } = await create({ content: everyone }, key)
    assert.deepEqual([status, body.code], [403, 'insufficient_role'])
  }
  assert.equal(await count(), before)
  const own = await comment({ content: 'Mine' }, ann.key)
  assert.equal((await edit(own, everyone, ann.key)).status, 403)
  assert.equal((await read(own)).content, 'Mine')
})

test('text that is not a well-formed mention is plain text', async () => {
  const { userId } = ann
  const texts = [
    `@[](user:${userId})`,
    `@ [Ann](user:${userId})`,
    `[Ann](user:${userId})`,
    `@[Ann] (user:${userId})`,
    `@[Ann](user:${userId}`,
    `@[Ann](user: ${userId})`,
    `@[Ann](user:${userId.slice(1)})`,
    `@[Ann](USER:${userId})`,
    `@[A\nnn](user:${userId})`,
    `@[A[n]n](user:${userId})`,
    `@[${'n'.repeat(101)}](user:${userId})`,
    '@[Ann](user:ann)',
    '@[everyone](review:all)',
    '@['.repeat(2_000),
  ]
  for (const content of texts) {
    const record = await read(await comment({ content }))
    assert.deepEqual([record.content, record.mentions, record.mentionsEveryone], [content, [], false])
  }
  const upper = await comment({ content: at({ userId: userId.toUpperCase() }) })
  assert.deepEqual(await mentionsOf(upper), [userId])
})

test('201 and 400: a comment mentions at most 50 people', async () => {
  const people = await Promise.all(
    Array.from({ length: 51 }, () => world.member(projectId, 'PROJECT_REVIEWER')),
  )
  const text = (n: number) =>
    people
      .slice(0, n)
      .map((person) => at(person, 'P'))
      .join(' ')
  const id = await comment({ content: text(50) })
  assert.equal((await mentionsOf(id)).length, 50)
  assert.deepEqual(faults(await create({ content: text(51) })), ['/content too_big'])
  assert.deepEqual(faults(await edit(id, text(51))), ['/content too_big'])
  const unknown = Array.from({ length: 100 }, () => at({ userId: newUuid() }, 'P')).join(' ')
  assert.deepEqual(faults(await create({ content: unknown })), ['/content too_big'])
  // The same person counts once.
  await comment({ content: `${at(ann, 'A')} `.repeat(80) })
})

test('a deleted comment with replies mentions nobody', async () => {
  const id = await comment({ content: `${at(ann)} ${everyone}` })
  await comment({ content: `${at(ben)}: a reply`, parent: { id } })
  assert.equal((await world.call(`DELETE /api/comments/${id}`, { key: owner.key })).status, 204)
  const { mentions, mentionsEveryone } = await read(id)
  assert.deepEqual([mentions, mentionsEveryone], [[], false])
  assert.deepEqual(await sql`select user_id from comment_mentions where comment_id = ${id}`, [])
})

test('a comment that the previous release emptied mentions nobody', async () => {
  const id = await comment({ content: `${at(ann)} ${everyone}` })
  await comment({ content: 'A reply', parent: { id } })
  await sql`update comments set content = null, author_id = null, deleted_at = now() where id = ${id}`
  const { mentions, mentionsEveryone } = await read(id)
  assert.deepEqual([mentions, mentionsEveryone], [[], false])
})

test('mentions beside attachments and a place are one change', async () => {
  const clip = await file('video/mp4')
  const content = at(ann)
  const refused = await create({ content: at(outsider), frame: 3 }, owner.key, `files/${clip}`)
  assert.deepEqual(faults(refused), ['/content cannot_be_mentioned'])
  const id = await comment({ content, frame: 3 }, owner.key, `files/${clip}`)
  const { mentions, frame } = await read(id)
  assert.deepEqual([mentions.length, frame], [1, 3])
})

test('exports show mentions by the current name', async () => {
  const clip = await file('video/mp4')
  await comment({ content: `Dear ${at(ann, 'Old')}, ${everyone}` }, owner.key, `files/${clip}`)
  for (const format of ['csv', 'srt', 'edl', 'fcpxml']) {
    const { body } = await world.call(`GET /api/files/${clip}/comments.export?format=${format}`, {
      key: owner.key,
    })
    const text = await (await fetch(new URL(body.data.url, world.url))).text()
    assert.ok(text.includes('Dear @Ann Lee, @everyone'), `${format}: ${text}`)
  }
})
