// Which comments the guests of a share see and write.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { files, startShareWorld } from './fixtures/share-world.ts'

const { world, sql, projectId, owner, api, file, share, comment } = await startShareWorld()

test('ALL: guests see the team and each other; guests of another share of the same file are hidden', async () => {
  const one = await file()
  const here = await share(files(one), { comments: 'ALL' })
  const there = await share(files(one), { comments: 'ALL' })
  const [ada, bo, cy] = [await here.guest('Ada'), await here.guest('Bo'), await there.guest('Cy')]
  const team = await comment(one, 'team')
  const byAda = await ada.comment(one, 'ada')
  const byCy = await cy.comment(one, 'cy')
  await bo.comment(one, 'bo to team', team)
  await cy.comment(one, 'cy to team', team)
  await comment(one, 'team to ada', byAda)
  await comment(one, 'team to cy', byCy)
  assert.deepEqual(await ada.reads(one), ['team', '> bo to team', 'ada', '> team to ada'])
  assert.deepEqual(await bo.reads(one), ['team', '> bo to team', 'ada', '> team to ada'])
  assert.deepEqual(await cy.reads(one), ['team', '> cy to team', 'cy', '> team to cy'])
  assert.equal(await ada.status(`GET /api/comments/${byCy}`), 404)
  assert.equal(await ada.status(`POST /api/comments/${byCy}/reactions`, { type: '👍' }), 404)
  const reply = await ada.call(`POST /api/files/${one}/comments`, { content: 'x', parent: { id: byCy } })
  assert.deepEqual([reply.status, reply.body.errors[0].path], [400, '/parent/id'])
})

test('OWN: guests see the threads that they began, with the replies of the team', async () => {
  const one = await file()
  const made = await share(files(one), { comments: 'OWN' })
  const [ada, bo] = [await made.guest('Ada'), await made.guest('Bo')]
  const team = await comment(one, 'team')
  const byAda = await ada.comment(one, 'ada')
  await bo.comment(one, 'bo')
  const answer = await comment(one, 'team to ada', byAda)
  assert.deepEqual(await ada.reads(one), ['ada', '> team to ada'])
  assert.deepEqual(await bo.reads(one), ['bo'])
  for (const hidden of [team, byAda, answer])
    assert.equal(await bo.status(`GET /api/comments/${hidden}`), 404)
  assert.equal(await bo.status(`QUERY /api/comments/${byAda}/replies`, {}), 404)
  const reply = await bo.call(`POST /api/files/${one}/comments`, { content: 'x', parent: { id: team } })
  assert.deepEqual([reply.status, reply.body.errors[0].path], [400, '/parent/id'])
  const threads = (await ada.call(`QUERY /api/files/${one}/threads`, {})).body.data
  assert.deepEqual(
    threads.map(({ content, replyCount }: Record<string, unknown>) => [content, replyCount]),
    [['ada', 1]],
  )
  const counts = (await ada.call('GET /api/share')).body.data.files.map(
    (f: { commentCount: number }) => f.commentCount,
  )
  assert.deepEqual(counts, [1])
})

test('a share that changes from ALL to OWN hides the threads of others at once', async () => {
  const one = await file()
  const made = await share(files(one), { comments: 'ALL' })
  const [ada, bo] = [await made.guest('Ada'), await made.guest('Bo')]
  const byAda = await ada.comment(one, 'ada')
  await bo.comment(one, 'bo to ada', byAda)
  await comment(one, 'team to ada', byAda)
  assert.deepEqual(await bo.reads(one), ['ada', '> bo to ada', '> team to ada'])
  await made.update({ comments: 'OWN' })
  assert.deepEqual(await bo.reads(one), [])
  assert.deepEqual(await ada.reads(one), ['ada', '> team to ada'], 'without the reply of the other guest')
  const { replyCount } = (await ada.call(`GET /api/comments/${byAda}`)).body.data
  assert.equal(replyCount, 1)
  const threads = (await ada.call(`QUERY /api/files/${one}/threads`, {})).body.data
  assert.deepEqual(
    threads[0].replies.map((reply: { content: string }) => reply.content),
    ['team to ada'],
  )
})

test('the comments of a deleted share stay hidden from guests of other shares', async () => {
  const one = await file()
  const [here, there] = [
    await share(files(one), { comments: 'ALL' }),
    await share(files(one), { comments: 'ALL' }),
  ]
  const [ada, cy] = [await here.guest('Ada'), await there.guest('Cy')]
  const byAda = await ada.comment(one, 'ada')
  await comment(one, 'team to ada', byAda)
  await api(owner.key, `DELETE /api/shares/${here.id}`)
  assert.deepEqual(await cy.reads(one), [])
  await sql`update comments set author_id = null, deleted_at = now(), content = null where id = ${byAda}`
  assert.deepEqual(await cy.reads(one), [])
  const mine = await api(owner.key, `GET /api/comments/${byAda}`)
  assert.equal(mine.body.data.replyCount, 1, 'the team keeps them')
})

test('VIEW: guests read and do not write', async () => {
  const one = await file()
  const made = await share(files(one), { access: 'VIEW', comments: 'ALL' })
  const guest = await made.guest()
  const team = await comment(one, 'team')
  assert.deepEqual(await guest.reads(one), ['team'])
  assert.equal(await guest.status(`POST /api/files/${one}/comments`, { content: 'x' }), 404)
  assert.equal(await guest.status(`POST /api/comments/${team}/reactions`, { type: '👍' }), 404)
})

test('guests change and delete their own comments, and nobody else’s', async () => {
  const one = await file()
  const guest = await (await share(files(one), { comments: 'ALL' })).guest()
  const own = await guest.comment(one, 'mine')
  const team = await comment(one, 'team')
  assert.equal(await guest.status(`PATCH /api/comments/${own}`, { content: 'better' }), 204)
  assert.deepEqual(await guest.reads(one), ['better', 'team'])
  assert.equal(await guest.status(`PATCH /api/comments/${team}`, { content: 'worse' }), 403)
  assert.equal(await guest.status(`DELETE /api/comments/${team}`), 403)
  assert.equal(await guest.status(`POST /api/comments/${team}/resolve`), 404)
  assert.equal(await guest.status(`DELETE /api/comments/${own}`), 204)
  assert.deepEqual(await guest.reads(one), ['team'])
})

test('the team reads the comment of a guest with their name; nobody can mention a guest', async () => {
  const one = await file()
  const guest = await (await share(files(one))).guest('Ada Lovelace')
  const own = await guest.comment(one, 'mine')
  const { author } = (await api(owner.key, `GET /api/comments/${own}`)).body.data
  assert.equal(author.name, 'Ada Lovelace')
  assert.equal('email' in author, false)
  const body = { content: `@[Ada](user:${author.id}) hello` }
  const refused = await api(owner.key, `POST /api/files/${one}/comments`, body)
  assert.equal(refused.body.errors[0].code, 'cannot_be_mentioned')
})

test('400: a guest mentions a member, a stranger or everyone: all answers are alike', async () => {
  const one = await file()
  const guest = await (await share(files(one))).guest()
  const stranger = await world.person({ workspaceId: await world.workspace() })
  const outsider = await world.person()
  const own = await guest.comment(one, 'mine')
  const mentions = [owner, outsider, stranger].map(({ userId }) => `@[Bo](user:${userId})`)
  for (const content of [...mentions, '@[everyone](review:everyone)'])
    for (const route of [`POST /api/files/${one}/comments`, `PATCH /api/comments/${own}`]) {
      const { status, body } = await guest.call(route, { content })
      assert.deepEqual(
        [status, body.errors[0].message],
        [400, 'Guests of a share cannot mention people. Write the name without a mention.'],
      )
    }
})

test('reactions of guests of other shares are hidden; guests react to what they see', async () => {
  const one = await file()
  const [here, there] = [
    await share(files(one), { comments: 'ALL' }),
    await share(files(one), { comments: 'ALL' }),
  ]
  const [ada, cy] = [await here.guest('Ada'), await there.guest('Cy')]
  const team = await comment(one, 'team')
  assert.equal(await ada.status(`POST /api/comments/${team}/reactions`, { type: '👍' }), 204)
  assert.equal(await cy.status(`POST /api/comments/${team}/reactions`, { type: '🎉' }), 204)
  await api(owner.key, `POST /api/comments/${team}/reactions`, { type: '👍' })
  const seen = async (guest: typeof ada) => {
    const listed = (await guest.call(`QUERY /api/files/${one}/comments`, {})).body.data[0].reactions
    const got = (await guest.call(`GET /api/comments/${team}/reactions`)).body.data
    assert.deepEqual(listed, got)
    return got.map(({ type, count }: { type: string; count: number }) => `${type} ${count}`)
  }
  assert.deepEqual(await seen(ada), ['👍 2'])
  assert.deepEqual(await seen(cy), ['🎉 1', '👍 1'])
  assert.equal(await ada.status(`DELETE /api/comments/${team}/reactions`, { type: '👍' }), 204)
})

test('a comment on the project itself does not exist to guests', async () => {
  const one = await file()
  const guest = await (await share(files(one), { comments: 'ALL' })).guest()
  const made = await api(owner.key, `POST /api/projects/${projectId}/comments`, { content: 'internal' })
  const { id } = made.body.data
  assert.equal(await guest.status(`GET /api/comments/${id}`), 404)
  assert.equal(await guest.status(`QUERY /api/projects/${projectId}/comments`, {}), 404)
})
