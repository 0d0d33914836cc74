import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readZip } from '../../../test/helpers/read-zip.ts'
import { fetchBytes } from '../../../test/worlds/archive-world.ts'
import { newObject } from '../../../test/worlds/samples.ts'
import { newPrefixedId } from '../../core/ids.ts'
import { created, files, folders, type Guest, startShareWorld, versions } from './fixtures/share-world.ts'

const { world, sql, manage, projectId, file, folder, version, share } = await startShareWorld()

async function named(name: string, place: Parameters<typeof file>[0] = {}): Promise<string> {
  const id = await file(place)
  await sql`update files set name = ${name} where id = ${id}`
  return id
}

async function namedFolder(name: string, parent?: string): Promise<string> {
  const id = await folder(parent)
  await sql`update folders set name = ${name} where id = ${id}`
  return id
}

async function withProxy(id: string, derivative = 'proxy.mp4', kind = 'VIDEO'): Promise<void> {
  await sql`insert into media (file_id, state, kind) values (${id}, 'READY', ${kind})`
  await sql`
    insert into media_derivatives (file_id, name, step, object_id)
    values (${id}, ${derivative}, 'step', ${await newObject(world, 'proxy')})`
}

const ask = (guest: Guest, body: object = {}) => guest.call('POST /api/share/archives', body)
const create = async (guest: Guest, body: object = {}) => created(await ask(guest, body))
const entriesOf = async ({ url }: { url: string }) =>
  [...readZip(await fetchBytes(url))].map(([name, bytes]) => `${name}: ${bytes}`).sort()
const originals = { downloads: 'ORIGINAL' }

test('201: everything that the share shows, by its folders, and nothing of the folders around it', async () => {
  const secret = await namedFolder('Secret client')
  const shots = await namedFolder('Shots', secret)
  const day = await namedFolder('Day 1', shots)
  const old = await named('a.mov', { folder: day })
  await named('a.mov', { folder: day, revisionOf: old })
  await named('b.mov', { folder: secret })
  const single = await named('c.mov', { folder: secret })
  const made = await share([...folders(shots), ...files(single)], originals)
  const archive = await create(await made.guest())
  assert.equal(archive.name, 'For the client.zip')
  assert.deepEqual(await entriesOf(archive), ['Shots/Day 1/a.mov: bytes', 'c.mov: bytes'])
})

test('201: a version and a frozen share have the revisions that were chosen, others the latest', async () => {
  const first = await named('cut.mov')
  const ofVersion = await (await share(versions(await version([first])), originals)).guest()
  const frozen = await (await share(files(first), { ...originals, revisions: 'FROZEN' })).guest()
  const latest = await (await share(files(first), originals)).guest()
  await named('cut v2.mov', { revisionOf: first })
  assert.deepEqual(await entriesOf(await create(ofVersion)), ['cut.mov: bytes'])
  assert.deepEqual(await entriesOf(await create(frozen)), ['cut.mov: bytes'])
  assert.deepEqual(await entriesOf(await create(latest)), ['cut v2.mov: bytes'])
})

test('201: some files of the share; 400: files outside of it', async () => {
  const [one, two, other] = [await named('one.mov'), await named('two.mov'), await named('other.mov')]
  const guest = await (await share(files(one, two), originals)).guest()
  assert.deepEqual(await entriesOf(await create(guest, { files: [{ id: two }] })), ['two.mov: bytes'])
  for (const id of [other, newPrefixedId('FX'), 'nonsense']) {
    const { status, body } = await ask(guest, { files: [{ id: one }, { id }] })
    assert.deepEqual([status, body.errors.map(({ path }: { path: string }) => path)], [400, ['/files/1/id']])
  }
  assert.equal((await ask(guest, { files: [] })).status, 400)
})

test('proxies only: no original, whatever is asked for', async () => {
  const [video, text] = [await named('video.mov'), await named('text.txt')]
  await withProxy(video)
  const guest = await (await share(files(video, text), { downloads: 'PROXY' })).guest()
  const archive = await create(guest)
  assert.deepEqual(await entriesOf(archive), ['video.mp4: proxy'])
  assert.deepEqual(archive.skipped, [{ id: text, name: 'text.txt', reason: 'NO_PROXY' }])
  const refused = await ask(guest, { variant: 'ORIGINAL' })
  assert.deepEqual([refused.status, refused.body.errors[0].path], [400, '/variant'])
  const both = await (await share(files(video), originals)).guest()
  assert.deepEqual(await entriesOf(await create(both)), ['video.mov: bytes'])
  assert.deepEqual(await entriesOf(await create(both, { variant: 'PROXY' })), ['video.mp4: proxy'])
})

test('409: a watermark that is not drawn yet: nothing plain is sent', async () => {
  const video = await named('marked.mov')
  await withProxy(video)
  const watermark = { text: 'For {name}', position: 'CENTER', size: 'MEDIUM', opacity: 0.3 }
  const guest = await (await share(files(video), { downloads: 'PROXY', watermark })).guest()
  const { status, body } = await ask(guest)
  assert.deepEqual([status, body.code], [409, 'nothing_to_download'])
})

test('404: a share without downloads, a member, and the form of members for guests', async () => {
  const id = await named('closed.mov')
  const closed = await (await share(files(id), { downloads: 'NONE' })).guest()
  assert.equal((await ask(closed)).status, 404)
  const open = await (await share(files(id), originals)).guest()
  assert.equal((await manage('POST /api/share/archives', {})).status, 404)
  assert.equal((await open.call(`POST /api/projects/${projectId}/archives`, { files: [{ id }] })).status, 404)
})

test('the URL ends with the share, with the guest, with downloads, and with any change of the share', async () => {
  const id = await named('ending.mov')
  const status = async (url: string) => (await fetch(url, { method: 'HEAD' })).status
  const fresh = async () => {
    const made = await share(files(id), originals)
    const guest = await made.guest()
    const { url } = await create(guest)
    assert.equal(await status(url), 200)
    return { made, guest, url }
  }
  const hours =
    Number(new URL((await fresh()).url).searchParams.get('expires')) / 3600 - Date.now() / 3_600_000
  assert.ok(hours > 23, 'a large download can be resumed for a day')

  const ended = await fresh()
  await manage(`POST /api/shares/${ended.made.id}/end`)
  assert.equal(await status(ended.url), 404)

  const removed = await fresh()
  const other = await removed.made.guest('Bob')
  const { url: theirs } = await create(other)
  await manage(`DELETE /api/shares/${removed.made.id}/guests/${removed.guest.id}`)
  assert.deepEqual([await status(removed.url), await status(theirs)], [404, 200])

  const changed = await fresh()
  await changed.made.update({ items: [{ kind: 'FILE', id: await named('new.mov') }] })
  assert.equal(await status(changed.url), 404)
  const again = await create(changed.guest)
  assert.equal(await status(again.url), 200)
  await changed.made.update({ downloads: 'NONE' })
  assert.equal(await status(again.url), 404)

  const deleted = await fresh()
  await manage(`DELETE /api/shares/${deleted.made.id}`)
  assert.equal(await status(deleted.url), 404)
})

test('201: a preview downloads, too, and leaves no trace in the list of guests', async () => {
  const id = await named('preview.mov')
  const made = await share(files(id), originals)
  const { token } = created(await manage(`POST /api/shares/${made.id}/preview`))
  const archive = created(await world.call('POST /api/share/archives', { key: token, body: {} }))
  assert.deepEqual(await entriesOf(archive), ['preview.mov: bytes'])
  assert.deepEqual((await manage(`GET /api/shares/${made.id}/guests`)).body.data, [])
})
