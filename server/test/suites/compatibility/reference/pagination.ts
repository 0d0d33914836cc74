import assert from 'node:assert/strict'
import { call, expect, newComment, newProject, unique } from '../client.ts'
import { test } from '../suite.ts'

type Page = { data: { id: string }[]; page: { next: string | null; prev: string | null } }
const ids = (pages: Page[]) => pages.flatMap(({ data }) => data.map(({ id }) => id))

async function readPage(route: string, body: object): Promise<Page> {
  const answer = await call(`QUERY ${route}`, { body })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

/** Pages from a page to the end in one direction, with the same body and the cursor. */
async function walk(route: string, body: object, from: Page, direction: 'next' | 'prev'): Promise<Page[]> {
  const pages: Page[] = []
  for (let page = from; page.page[direction] !== null; pages.push(page))
    page = await readPage(route, { ...body, [direction]: page.page[direction] })
  return pages
}

const keyword = unique('walked')
const made: string[] = []
for (let i = 0; i < 120; i++) made.push(await newProject({ name: `${keyword} ${i}` }))

// reference: 4.14.4-4.14.9, 4.14.13, 8.16
test('QUERY /api/projects walks a keyword in pages of 50, forward with next and back with prev, until the cursor is null', async () => {
  const body = { keyword }
  const first = await readPage('/api/projects', body)
  assert.deepEqual(Object.keys(first.page).toSorted(), ['next', 'prev'])
  assert.equal(first.page.prev, null)
  assert.equal(typeof first.page.next, 'string')
  const forward = [first, ...(await walk('/api/projects', body, first, 'next'))]
  assert.deepEqual(
    forward.map(({ data }) => data.length),
    [50, 50, 20],
  )
  assert.deepEqual(ids(forward).toSorted(), made.toSorted())
  const back = await walk('/api/projects', body, forward.at(-1)!, 'prev')
  assert.deepEqual(ids(back.toReversed()), ids(forward.slice(0, 2)))
  assert.equal(back.at(-1)!.page.prev, null)
})

// reference: 4.14.13
test('a request without a cursor, or with a null one, returns the first page', async () => {
  const first = await readPage('/api/projects', { keyword })
  assert.deepEqual(ids([await readPage('/api/projects', { keyword, next: null, prev: null })]), ids([first]))
})

// reference: 4.14.10
test('next and prev in one request return 400', async () => {
  const first = await readPage('/api/projects', { keyword })
  const second = await readPage('/api/projects', { keyword, next: first.page.next })
  const both = { keyword, next: second.page.next, prev: second.page.prev }
  assert.equal((await call('QUERY /api/projects', { body: both })).status, 400)
})

// reference: 4.14.11, 4.14.12
test('a cursor that was altered, or that is sent with another filter, returns 400', async () => {
  const next = (await readPage('/api/projects', { keyword })).page.next!
  assert.equal((await readPage('/api/projects', { keyword, next })).data.length, 50)
  const altered = [
    next.slice(0, -1),
    `${next}A`,
    next.replace(/^./, (sign) => (sign === 'A' ? 'B' : 'A')),
    'nonsense',
  ]
  for (const cursor of altered)
    assert.equal((await call('QUERY /api/projects', { body: { keyword, next: cursor } })).status, 400, cursor)
  assert.equal((await call('QUERY /api/projects', { body: { keyword: 'other', next } })).status, 400)
})

// reference: 4.14.14, 4.14.15
test('comments by createdAt ascending, and replies, start at the newest page; prev loads older ones', async () => {
  const project = await newProject()
  const parent = await newComment(project)
  const comments = [parent]
  const replies: string[] = []
  for (let i = 0; i < 60; i++) {
    comments.push(await newComment(project, { content: `Comment ${i}` }))
    replies.push(await newComment(project, { content: `Reply ${i}`, parent: { id: parent } }))
  }
  const ascending = { sort: { type: 'createdAt', direction: 'asc' } }
  const lists = [
    { route: `/api/projects/${project}/comments`, body: ascending, all: comments },
    { route: `/api/comments/${parent}/replies`, body: {}, all: replies },
  ]
  for (const { route, body, all } of lists) {
    const newest = await readPage(route, body)
    assert.deepEqual(ids([newest]), all.slice(-50))
    assert.equal(newest.page.next, null)
    const older = await walk(route, body, newest, 'prev')
    assert.deepEqual(ids(older), all.slice(0, -50))
    const again = await walk(route, body, older.at(-1)!, 'next')
    assert.deepEqual(ids(again), all.slice(-50))
  }
})

// reference: 4.14.16
test('lists without pages return every item at once', async () => {
  const project = await newProject()
  for (let i = 0; i < 60; i++)
    await expect(201, `POST /api/projects/${project}/folders`, { body: { name: `Folder ${i}` } })
  const { body } = await call(`GET /api/projects/${project}/folders`)
  assert.equal(body.data.length, 60)
  assert.equal('page' in body, false)
})

// reference: 7.3
test('success is 200 for reading, 201 for creating, 202 for generating, 204 without content', async () => {
  const project = await newProject()
  const at = `/api/projects/${project}`
  const skill = await expect(201, 'POST /api/skills', { body: { name: unique('skill'), description: 'x' } })
  const link = await expect(201, `POST ${at}/access-links`, { body: { role: 'PROJECT_MEMBER' } })
  for (const route of [
    '/api/ping',
    `${at}/versions`,
    `${at}/members`,
    `/api/project-access-links/${link.id}`,
  ])
    await expect(200, `GET ${route}`)
  await expect(201, `POST ${at}/folders`, { body: { name: 'Shots' } })
  await expect(201, `POST /api/skills/${skill.id}/versions`, { body: { content: '#' } })
  const comment = await newComment(project)
  await expect(204, `POST /api/comments/${comment}/reactions`, { body: { type: '👍' } })
  await expect(204, `DELETE /api/comments/${comment}/reactions`, { body: { type: '👍' } })
  await expect(204, `PATCH /api/skills/${skill.id}`, { body: { license: null } })
  const generation = {
    outputType: 'DOCUMENT',
    outputModel: 'pdf',
    prompt: 'x',
    folder: null,
    attachments: [],
  }
  await expect(202, `POST ${at}/files/upload.generate`, { body: generation })
})
