// Items 3, 4, 8 and 10 of what surprised clients: search, sizes, empty files and naming yourself.
import assert from 'node:assert/strict'
import { call, expect, newFile, newProject, unique } from '../client.ts'
import { people } from '../people.ts'
import { test } from '../suite.ts'

type Named = { id: string; name: string }
const names = (records: Named[]) => records.map(({ name }) => name)

/** The matches of `Bulk 1` among `Bulk 0` to `Bulk 54`. */
const found = ['Bulk 1', ...Array.from({ length: 10 }, (_, i) => `Bulk 1${i}`)]
const bulk = Array.from({ length: 55 }, (_, i) => `Bulk ${i}`)
for (const name of bulk) await newProject({ name })

test('3. searching projects for `Bulk 1`: the exact name first, then prefixes, the same set in every sort', async () => {
  const search = async (more = '') =>
    names(await expect(200, `GET /api/projects/search?query=Bulk%201${more}`))
  const query = async (more: object = {}) =>
    names(await expect(200, 'QUERY /api/projects', { body: { keyword: 'Bulk 1', ...more } }))
  for (const shown of [await search(), await query()]) {
    assert.equal(shown[0], 'Bulk 1')
    assert.deepEqual(shown.toSorted(), found.toSorted())
  }
  for (const type of ['name', 'createdAt', 'activity']) {
    for (const direction of ['asc', 'desc']) {
      const listed = await query({ sort: { type, direction } })
      assert.deepEqual(listed.toSorted(), found.toSorted(), `${type} ${direction}`)
    }
  }
  for (const type of ['name', 'createdAt'])
    assert.deepEqual((await search(`&sort.type=${type}`)).toSorted(), found.toSorted(), type)
})

test('3. prefixes come before substrings, and typos only when nothing else is found', async () => {
  for (const name of ['Zebra crossing', 'A zebra', 'Zebra', 'Zebro']) await newProject({ name })
  const search = async (query: string) => names(await expect(200, `GET /api/projects/search?query=${query}`))
  assert.deepEqual(await search('zebra'), ['Zebra', 'Zebra crossing', 'A zebra'])
  assert.deepEqual((await search('zebru')).toSorted(), ['A zebra', 'Zebra', 'Zebra crossing', 'Zebro'])
})

test('3. the same rule for the keyword of files and of people', async () => {
  const project = await newProject()
  for (const name of ['a shot 1.txt', 'shot 12.txt', 'shot 1.txt', 'shot 2.txt'])
    await newFile(project, { name })
  const files = async (more: object = {}) =>
    names(await expect(200, `QUERY /api/projects/${project}/files`, { body: { keyword: 'shot 1', ...more } }))
  const expected = ['shot 1.txt', 'shot 12.txt', 'a shot 1.txt']
  assert.deepEqual(await files(), expected)
  const sorted = await files({ sort: { type: 'name', direction: 'desc' } })
  assert.deepEqual(sorted.toSorted(), expected.toSorted())

  // Quilt would match only as a typo.
  const listed = await expect(200, 'QUERY /api/workspace-members', { body: { keyword: 'quill' } })
  assert.deepEqual(
    listed.map(({ user }: { user: Named }) => user.name),
    [people.PROJECT_REVIEWER.name, people.PROJECT_MEMBER.name, people.PROJECT_MANAGER.name],
  )
})

test('4. searching projects with an empty or missing query lists all visible projects, paged', async () => {
  const all: string[] = []
  for (let body = {}; ; ) {
    const answer = await call('QUERY /api/projects', { body })
    all.push(...answer.body.data.map(({ id }: Named) => id))
    if (answer.body.page.next === null) break
    body = { next: answer.body.page.next }
  }
  assert.ok(all.length > 55)
  for (const query of ['?', '?query=&']) {
    const listed: string[] = []
    for (let page = 1, more = true; more; page++) {
      const { status, body } = await call(`GET /api/projects/search${query}page=${page}`)
      assert.equal(status, 200, JSON.stringify(body))
      assert.equal(body.page.current, page)
      listed.push(...body.data.map(({ id }: Named) => id))
      more = body.page.hasNext
    }
    assert.deepEqual(listed.toSorted(), all.toSorted(), query)
  }
})

test('8. size is always a number, 0 while unknown; byteSize is null while unknown', async () => {
  const project = await newProject()
  const at = `/api/projects/${project}/files`
  const uploaded = await newFile(project, { bytes: Buffer.from('12345') })
  const url = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
  const linked = (await expect(201, `POST ${at}/upload.youtube`, { body: { url } })).id
  const started = (await expect(201, `POST ${at}/upload.multipart`, { body: { name: 'a.txt', size: 7 } })).id
  const files = await expect(200, `GET ${at}`)
  const paged = await expect(200, `QUERY ${at}`, { body: {} })
  const expected = { [uploaded]: [5, 5], [linked]: [0, null], [started]: [7, 7] }
  for (const [id, sizes] of Object.entries(expected)) {
    const one = await expect(200, `GET /api/files/${id}`)
    const listed = [files, paged].map((list) => list.find((file: Named) => file.id === id))
    for (const { size, byteSize } of [one, ...listed]) assert.deepEqual([size, byteSize], sizes)
  }
})

test('8. OpenAPI says that status and mode may grow, and that an unknown status is not ready', async () => {
  const { body } = await call('GET /openapi.json', { key: null })
  const { status, mode } = body.components.schemas.File.properties
  assert.match(JSON.stringify(status), /not ready/)
  for (const field of [status, mode]) assert.match(JSON.stringify(field), /[Mm]ore values/)
})

test('10. an empty file can be uploaded, listed and downloaded', async () => {
  const project = await newProject()
  const id = await newFile(project, { name: 'empty.txt', bytes: Buffer.alloc(0) })
  const { status, size } = await expect(200, `GET /api/files/${id}`)
  assert.deepEqual([status, size], ['UPLOADED', 0])
  const { url } = await expect(200, `GET /api/files/${id}/download`)
  const download = await fetch(url)
  assert.deepEqual([download.status, (await download.arrayBuffer()).byteLength], [200, 0])
})

test('10. naming yourself among the members of a new project is accepted and ignored', async () => {
  const probe = await newProject()
  const [me] = await expect(200, `GET /api/projects/${probe}/members`)
  const members = [{ user: { id: me.user.id }, role: 'PROJECT_MEMBER' }]
  const body = { name: unique('Own'), accessRange: 'ONLY_PROJECT_MEMBER', members }
  const { id } = await expect(201, 'POST /api/projects', { body })
  const listed = await expect(200, `GET /api/projects/${id}/members`)
  assert.deepEqual(
    listed.map((member: { role: string; user: { id: string } }) => [member.user.id, member.role]),
    [[me.user.id, 'PROJECT_OWNER']],
  )
})
