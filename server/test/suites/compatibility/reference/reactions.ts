import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { call, expect, expectInvalid, newComment, newFile, newProject, unknownUuid } from '../client.ts'
import { newTeamProject, people } from '../people.ts'
import { test } from '../suite.ts'

const project = await newProject()
type Reaction = { type: string; count: number; users: { id: string }[] }

// reference: 1.10, 4.9.1, 4.9.4, 4.9.6
test('Create Reaction returns 204 with an empty body, on comments of a project and of a file', async () => {
  const file = await newFile(project)
  const onFile = await expect(201, `POST /api/files/${file}/comments`, { body: { content: 'Good' } })
  for (const id of [await newComment(project), onFile.id]) {
    const answer = await call(`POST /api/comments/${id}/reactions`, { body: { type: '👍' } })
    assert.deepEqual([answer.status, answer.text], [204, ''])
  }
})

// reference: 4.9.4, 4.10.4
test('reactions to a comment that does not exist: 404', async () => {
  for (const method of ['POST', 'DELETE']) {
    const answer = await call(`${method} /api/comments/${unknownUuid}/reactions`, { body: { type: '👍' } })
    assert.equal(answer.status, 404)
  }
})

// reference: 2.5.1, 4.9.5
test('type is required and is exactly one emoji', async () => {
  const route = `POST /api/comments/${await newComment(project)}/reactions`
  for (const body of [{}, { type: '' }, { type: 'a' }, { type: '👍👍' }, { type: ':+1:' }, { type: 1 }])
    await expectInvalid(['/type'], route, { body })
})

// reference: 2.5.1, 2.5.2, 4.9.7, 4.9.8, 7.2
test('the same emoji of the same person on the same comment returns 409; another person, emoji or comment does not', async () => {
  const id = await newTeamProject()
  const [one, other] = [await newComment(id), await newComment(id)]
  const react = async (comment: string, type: string, key?: string) =>
    (await call(`POST /api/comments/${comment}/reactions`, { body: { type }, ...(key && { key }) })).status
  const { key } = people.PROJECT_REVIEWER
  const statuses = [
    ...[await react(one, '👍'), await react(one, '👍')],
    ...[await react(one, '👍', key), await react(one, '🎬'), await react(other, '👍')],
  ]
  assert.deepEqual(statuses, [204, 409, 204, 204, 204])
  const reactions: Reaction[] = await expect(200, `GET /api/comments/${one}/reactions`)
  assert.deepEqual(
    reactions.map(({ type, count }) => [type, count]),
    [
      ['👍', 2],
      ['🎬', 1],
    ],
  )
})

// reference: 1.10, 4.10.1, 4.10.5, 4.10.6
test('Delete Reaction needs the emoji in its body and returns 204 with an empty body', async () => {
  const comment = await newComment(project)
  const route = `/api/comments/${comment}/reactions`
  await expect(204, `POST ${route}`, { body: { type: '❤️' } })
  await expectInvalid(['/type'], `DELETE ${route}`, { body: {} })
  assert.equal((await call(`DELETE ${route}`)).status, 400)
  const answer = await call(`DELETE ${route}`, { body: { type: '❤️' } })
  assert.deepEqual([answer.status, answer.text], [204, ''])
  assert.deepEqual(await expect(200, `GET ${route}`), [])
})

// reference: 2.5.1, 4.9.5
test('every RGI emoji is a reaction, and is returned as it was sent', async () => {
  const lines = readFileSync(new URL('../rgi-emoji.txt', import.meta.url), 'utf8')
    .split('\n')
    .slice(1)
  const emoji = lines.join(' ').split(' ').filter(Boolean)
  assert.equal(emoji.length, 3_953)
  const comments = await Promise.all(Array.from({ length: 8 }, () => newComment(project)))
  const shares = comments.map((comment, i) => ({ comment, types: emoji.filter((_, n) => n % 8 === i) }))
  const refused: string[] = []
  await Promise.all(
    shares.map(async ({ comment, types }) => {
      for (const type of types) {
        const { status } = await call(`POST /api/comments/${comment}/reactions`, { body: { type } })
        if (status !== 204) refused.push(`${type} ${status}`)
      }
    }),
  )
  assert.deepEqual(refused, [])
  for (const { comment, types } of shares) {
    const reactions: Reaction[] = await expect(200, `GET /api/comments/${comment}/reactions`)
    assert.deepEqual(reactions.map(({ type }) => type).toSorted(), types.toSorted())
  }
})
