import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newPrefixedId, newUuid } from '../../core/ids.ts'
import { faults, startCommentWorld } from './fixtures/comment-world.ts'

const { world, sql, projectId, owner, file, create, comment, read, attachment } = await startCommentWorld()

test('201: a comment is read as it was created', async () => {
  const answer = await create({ content: 'Hello' })
  assert.equal(answer.status, 201)
  assert.deepEqual(Object.keys(answer.body.data), ['id'])
  const { createdAt, ...made } = await read(answer.body.data.id)
  assert.deepEqual(made, {
    id: answer.body.data.id,
    content: 'Hello',
    anchor: null,
    duration: null,
    frame: null,
    timecode: null,
    annotation: null,
    parent: null,
    file: null,
    project: { id: projectId },
    author: { id: owner.userId, name: 'Someone', avatarUrl: null },
    agent: false,
    replyCount: 0,
    reactions: [],
    attachments: [],
    mentions: [],
    imported: null,
    skill: null,
    mentionsEveryone: false,
    resolvedAt: null,
    updatedAt: createdAt,
  })
})

test('201 and 400: content of up to 5000 characters; content or an attachment is required', async () => {
  for (const character of ['a', '😀']) {
    assert.equal(
      (await read(await comment({ content: character.repeat(5000) }))).content.length,
      character.length * 5000,
    )
    assert.deepEqual(faults(await create({ content: character.repeat(5001) })), ['/content too_big'])
  }
  const attachments = [{ id: await attachment() }]
  assert.equal((await read(await comment({ content: '', attachments }))).content, null)
  for (const body of [
    {},
    { content: '' },
    { content: null },
    { content: '', attachments: null },
    { parent: null },
  ]) {
    assert.deepEqual(faults(await create(body)), ['/content too_small'], JSON.stringify(body))
  }
  for (const [body, fault] of [
    [{ content: 7 }, '/content invalid_type'],
    [{ content: 'a\0' }, '/content invalid_format'],
    [{ content: 'a', text: 'b' }, '/text unknown_field'],
    [{ content: 'a', anchor: 1 }, '/anchor unknown_field'],
    [{ annotation: { shapes: [] } }, '/annotation unknown_field'],
    [{ content: 'a', parent: {} }, '/parent/id invalid_type'],
    [{ content: 'a', parent: 'x' }, '/parent invalid_type'],
    [{ content: 'a', attachments: [] }, '/attachments too_small'],
    [{ content: 'a', attachments: [{}] }, '/attachments/0/id invalid_type'],
  ] as const) {
    assert.deepEqual(faults(await create(body)), [fault])
  }
})

test('201: a reply raises the reply count of its parent', async () => {
  const parent = { id: await comment() }
  const reply = await comment({ content: 'Yes', parent })
  assert.deepEqual((await read(reply)).parent, parent)
  assert.equal((await read(parent.id)).replyCount, 1)
})

test('400: a parent that is unknown, malformed, a reply, on a file or in another project', async () => {
  const parent = { id: await comment() }
  const reply = await comment({ content: 'Yes', parent })
  const onFile = await comment({ content: 'There' }, owner.key, `files/${await file('video/mp4')}`)
  const elsewhere = await world.project({ owner })
  const foreign = await comment({ content: 'There' }, owner.key, `projects/${elsewhere.id}`)
  for (const id of [newUuid(), 'nope', reply, onFile, foreign]) {
    assert.deepEqual(faults(await create({ content: 'No', parent: { id } })), ['/parent/id not_found'], id)
  }
})

test('201: 1 to 10 attachments in the given order; 400: none, 11, or a repeated one', async () => {
  const ids = await Promise.all(Array.from({ length: 11 }, () => attachment()))
  const attachments = ids.map((id) => ({ id }))
  assert.deepEqual(faults(await create({ attachments })), ['/attachments too_big'])
  assert.deepEqual(faults(await create({ attachments: [attachments[0], attachments[1], attachments[0]] })), [
    '/attachments/2/id duplicate',
  ])
  const made = await read(await comment({ attachments: attachments.slice(0, 10).toReversed() }))
  assert.deepEqual(
    made.attachments.map((a: { id: string }) => a.id),
    ids.slice(0, 10).toReversed(),
  )
  assert.deepEqual(made.attachments[0], { id: ids[9], name: 'sample.txt', size: 5, mimeType: 'text/plain' })
})

test('400: attachments that are unknown, malformed, of another user or of another project', async () => {
  const other = await world.member(projectId, 'PROJECT_MEMBER')
  const elsewhere = await attachment()
  await sql`update comment_attachments set project_id = ${(await world.project({ owner })).id} where id = ${elsewhere}`
  const mine = await attachment()
  const ids = [mine, newPrefixedId('CA'), await attachment(other), elsewhere]
  const answer = await create({ attachments: ids.map((id) => ({ id })) })
  assert.deepEqual(
    faults(answer),
    [1, 2, 3].map((i) => `/attachments/${i}/id not_found`),
  )
  assert.deepEqual(faults(await create({ attachments: [{ id: 'nope' }] })), ['/attachments/0/id not_found'])
  assert.equal((await create({ attachments: [{ id: mine }] })).status, 201, 'what was refused is not used')
})

test('409: attachments that are not uploaded or already used', async () => {
  const [used, unready, free] = [await attachment(), await attachment(), await attachment()]
  await comment({ attachments: [{ id: used }] })
  await sql`update objects set stored_at = null
    where id = (select object_id from comment_attachments where id = ${unready})`
  for (const [id, code] of [
    [used, 'attachment_used'],
    [unready, 'attachment_not_ready'],
  ]) {
    const answer = await create({ content: 'No', attachments: [{ id: free }, { id }] })
    assert.equal(answer.status, 409)
    assert.equal(answer.body.code, code)
    assert.equal(answer.body.errors[0].path, '/attachments/1/id')
  }
})

test('twenty concurrent comments with one attachment: one 201, otherwise 409', async () => {
  const [one, two] = [{ id: await attachment() }, { id: await attachment() }]
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      create({ content: 'Mine', attachments: i % 2 ? [one, two] : [two, one] }),
    ),
  )
  const statuses = answers.map(({ status }) => status).sort()
  assert.deepEqual(statuses, [201, ...Array(19).fill(409)])
  assert.ok(answers.every(({ status, body }) => status === 201 || body.code === 'attachment_used'))
})

test('201 for all project roles, 404 for others', async () => {
  for (const role of [
    'PROJECT_MANAGER',
    'PROJECT_MEMBER',
    'PROJECT_REVIEWER',
    'PROJECT_RESTRICTED_REVIEWER',
  ] as const) {
    const { key } = await world.member(projectId, role)
    assert.equal((await create({ content: role }, key)).status, 201)
  }
  assert.equal((await create({ content: 'No' }, (await world.person()).key)).status, 404)
})
