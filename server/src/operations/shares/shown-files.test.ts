// Which files a share shows: of files, folders and versions, always the latest or frozen.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { files, folders, type Guest, startShareWorld, versions } from './fixtures/share-world.ts'

const { world, sql, projectId, manage, file, folder, version, share } = await startShareWorld()

/** The list and Get File agree about what is shown. */
async function assertShown(guest: Guest, shown: string[], hidden: string[]): Promise<void> {
  assert.deepEqual(await guest.files(), shown)
  for (const id of shown) assert.equal(await guest.status(`GET /api/files/${id}`), 200, 'a listed file')
  for (const id of hidden)
    assert.equal(await guest.status(`GET /api/files/${id}`), 404, 'a file that is not listed')
}

test('files are listed in the order of the manager, who can change it', async () => {
  const [a, b, c] = [await file(), await file(), await file()]
  const made = await share(files(c, a, b))
  const guest = await made.guest()
  await assertShown(guest, [c, a, b], [await file()])
  await made.update({ items: files(b, c) })
  await assertShown(guest, [b, c], [a])
})

test('LATEST: a new complete revision replaces the old one', async () => {
  const first = await file()
  const guest = await (await share(files(first))).guest()
  await assertShown(guest, [first], [])
  const uploading = await file({ revisionOf: first, status: 'UPLOADING' })
  await assertShown(guest, [first], [uploading])
  const second = await file({ revisionOf: first })
  await assertShown(guest, [second], [first, uploading])
  await sql`delete from files where id = ${first}`
  await assertShown(guest, [second], [first, uploading])
})

test('LATEST: a share of an older revision shows the latest one', async () => {
  const first = await file()
  const second = await file({ revisionOf: first })
  const made = await share(files(first))
  await assertShown(await made.guest(), [second], [first])
  const { items } = (await manage(`GET /api/shares/${made.id}`)).body.data
  assert.deepEqual(
    items.map(({ id }: { id: string }) => id),
    [second],
  )
})

test('FROZEN: the chosen revision stays, and later and earlier ones are hidden', async () => {
  const first = await file()
  const second = await file({ revisionOf: first })
  const made = await share(files(second), { revisions: 'FROZEN' })
  const guest = await made.guest()
  await assertShown(guest, [second], [first])
  const third = await file({ revisionOf: first })
  await assertShown(guest, [second], [first, third])
  await made.update({ revisions: 'LATEST' })
  await assertShown(guest, [third], [first, second])
  await made.update({ revisions: 'FROZEN' })
  await assertShown(guest, [third], [first, second])
})

test('a folder shows its files at any depth, by the tree; files that are moved out disappear', async () => {
  const top = await folder()
  const below = await folder(top)
  const deep = await folder(below)
  const outside = await folder()
  const [a, b, c] = [
    await file({ folder: top }),
    await file({ folder: deep }),
    await file({ folder: outside }),
  ]
  const guest = await (await share(folders(top))).guest()
  await assertShown(guest, [a, b], [c])
  const { body } = await guest.call('GET /api/share')
  assert.deepEqual(
    body.data.folders.map(({ id, parent }: { id: string; parent: { id: string } | null }) => [
      id,
      parent?.id,
    ]),
    [
      [top, undefined],
      [below, top],
      [deep, below],
    ],
  )
  assert.equal((await guest.call(`GET /api/files/${b}`)).body.data.folder.id, deep)
  await manage(`PATCH /api/files/${a}`, { folder: { id: outside } })
  await assertShown(guest, [b], [a, c])
  await manage(`PATCH /api/folders/${deep}`, { parent: { id: outside } })
  await assertShown(guest, [], [a, b, c])
  const late = await file({ folder: below })
  await assertShown(guest, [late], [a, b, c])
})

test('the root folder of a file is not shown unless it was chosen', async () => {
  const place = await folder()
  const one = await file({ folder: place })
  const guest = await (await share(files(one))).guest()
  const { data } = (await guest.call(`GET /api/files/${one}`)).body
  assert.equal(data.folder, null)
  assert.equal(data.stack.id, one)
  const listed = (await guest.call('GET /api/share')).body.data
  assert.deepEqual([listed.folders, listed.files[0].folder], [[], null])
})

test('a folder shows the latest revision that lies in it: one outside is not shown', async () => {
  const inside = await folder()
  const outside = await folder()
  const first = await file({ folder: inside })
  const second = await file({ folder: outside, revisionOf: first })
  const guest = await (await share(folders(inside))).guest()
  await assertShown(guest, [first], [second])
  const third = await file({ folder: inside, revisionOf: first })
  await assertShown(guest, [third], [first, second])
})

test('FROZEN: a folder shows the files that were in it, wherever they are now', async () => {
  const place = await folder()
  const elsewhere = await folder()
  const [a, b] = [await file({ folder: place }), await file({ folder: place })]
  const guest = await (await share(folders(place), { revisions: 'FROZEN' })).guest()
  const late = await file({ folder: place })
  const newer = await file({ folder: place, revisionOf: a })
  await assertShown(guest, [a, b], [late, newer])
  await manage(`PATCH /api/files/${a}`, { folder: { id: elsewhere } })
  await assertShown(guest, [a, b], [late, newer])
  const { data } = (await guest.call(`GET /api/files/${a}`)).body
  assert.equal(data.folder, null, 'its new folder is not shown')
})

test('a version shows its own files, and not newer revisions of them', async () => {
  const [a, b] = [await file(), await file()]
  const newer = await file({ revisionOf: a })
  const made = await version([b, a])
  const other = await version([a, newer])
  const guest = await (await share(versions(made))).guest()
  await assertShown(guest, [b, a], [newer])
  assert.equal(await guest.status(`GET /api/versions/${made}`), 200)
  assert.equal(await guest.status(`GET /api/versions/${other}`), 404)
  const shown = (await guest.call('GET /api/share')).body.data
  assert.deepEqual(
    shown.versions.map(({ id }: { id: string }) => id),
    [made],
  )
  assert.deepEqual(
    shown.files.map((one: { version: { id: string } }) => one.version.id),
    [made, made],
  )
})

test('a file of several items is listed once', async () => {
  const place = await folder()
  const [a, b] = [await file({ folder: place }), await file({ folder: place })]
  const guest = await (
    await share([...files(b), ...folders(place), ...versions(await version([a, b]))])
  ).guest()
  await assertShown(guest, [b, a], [])
})

test('a deleted file, folder or version disappears from the share', async () => {
  const place = await folder()
  const [a, b, c] = [await file(), await file({ folder: place }), await file()]
  const made = await version([c])
  const guest = await (await share([...files(a), ...folders(place), ...versions(made)])).guest()
  await assertShown(guest, [a, b, c], [])
  await manage(`DELETE /api/files/${a}`)
  await manage(`DELETE /api/folders/${place}?recursive=true`)
  await manage(`DELETE /api/versions/${made}`)
  await assertShown(guest, [], [a, b, c])
  for (const record of [`files/${a}`, `folders/${place}`, `versions/${made}`])
    assert.ok((await manage(`POST /api/${record}/restore`)).status < 300, record)
  await assertShown(guest, [a, b, c], [])
})

test('a version in the trash is not frozen, and a file of it that is shown by itself names no version', async () => {
  const [a, b] = [await file(), await file()]
  const made = await version([a, b])
  const shown = await share([...versions(made), ...files(b)])
  const guest = await shown.guest()
  await manage(`DELETE /api/versions/${made}`)
  await assertShown(guest, [b], [a])
  const { data } = (await guest.call('GET /api/share')).body
  assert.deepEqual([data.versions, data.files[0].version], [[], null])
  await manage(`PATCH /api/shares/${shown.id}`, { revisions: 'FROZEN' })
  await assertShown(guest, [b], [a])
})

test('400: items of other projects, unknown items, revisions of one file twice, and none', async () => {
  const other = await world.project()
  const first = await file()
  const second = await file({ revisionOf: first })
  const create = async (items: object[]) => {
    const { status, body } = await manage(`POST /api/projects/${projectId}/shares`, { name: 'x', items })
    return [status, body.errors?.[0]?.path, body.errors?.[0]?.code]
  }
  const foreign = await world.database.sql<{ id: string }>`
    insert into folders (id, project_id, name) values ('DXaaaaaaaaaaaaaaaaaaaaaa', ${other.id}, 'Theirs') returning id`
  assert.deepEqual(await create([...files(first), ...folders(foreign[0]!.id)]), [
    400,
    '/items/1/id',
    'not_found',
  ])
  assert.deepEqual(await create([{ kind: 'FOLDER', id: first }]), [400, '/items/0/id', 'not_found'])
  assert.deepEqual(await create(files(first, second)), [400, '/items/1/id', 'duplicate'])
  assert.deepEqual(await create([]), [400, '/items', 'too_small'])
})
