import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readZip } from '../../../test/helpers/read-zip.ts'
import { fetchBytes, startArchiveWorld } from '../../../test/worlds/archive-world.ts'
import { newObject } from '../../../test/worlds/samples/files.ts'
import { newUuid } from '../../core/ids.ts'

const { world, sql, projectId, owner, file, folder, version, ask, create, references } =
  await startArchiveWorld()

/** The names of the entries, with their text where it differs from the name. */
async function contents(archive: { url: string }): Promise<string[]> {
  const entries = readZip(await fetchBytes(archive.url))
  return [...entries].map(([name, bytes]) => (bytes.toString() === name ? name : `${name}: ${bytes}`))
}

const faults = (answer: { status: number; body: { errors: { path: string; code: string }[] } }) =>
  [answer.status, ...answer.body.errors.map(({ path, code }) => `${path} ${code}`)] as const

test('201: the chosen files, with their names and bytes, in a ZIP named after the project', async () => {
  const files = references(
    await file('b.txt'),
    await file('a.txt', { bytes: 'first' }),
    await file('c.txt', { bytes: '' }),
  )
  const archive = await create({ files })
  const { id, url, expiresAt, ...rest } = archive
  const bytes = await fetchBytes(url)
  assert.deepEqual(rest, {
    name: 'Teaser.zip',
    variant: 'ORIGINAL',
    fileCount: 3,
    byteSize: bytes.length,
    skippedCount: 0,
    skipped: [],
  })
  assert.deepEqual(await contents(archive), ['a.txt: first', 'b.txt', 'c.txt: '])
  const hours = (Date.parse(`${expiresAt.replace(' ', 'T')}Z`) - Date.now()) / 3_600_000
  assert.ok(hours > 23.9 && hours <= 24)
  assert.match(id, /^[0-9a-f-]{36}$/)
})

test('201: a folder with its structure, the latest revision of each file, without empty folders', async () => {
  const shots = await folder('Shots')
  const day = await folder('Day 1', shots)
  await folder('Empty', shots)
  const first = await file('take.txt', { folder: day, bytes: 'v1' })
  await file('take.txt', { folder: day, bytes: 'v2', replaces: first })
  await file('take.txt', { folder: day, bytes: 'v3', replaces: first, status: 'FAILED' })
  await file('notes.txt', { folder: shots })
  await file('elsewhere.txt')
  const archive = await create({ folders: references(shots) })
  assert.equal(archive.name, 'Shots.zip')
  assert.deepEqual(
    await contents(archive),
    ['Shots/notes.txt: notes.txt', 'Shots/Day 1/take.txt: v2'].sort(byZip),
  )
  // The chosen revision, not the latest.
  assert.deepEqual(await contents(await create({ files: references(first) })), ['take.txt: v1'])
})

const byZip = (a: string, b: string) => (a.split('/').at(-1)! < b.split('/').at(-1)! ? -1 : 1)

test('201: files and folders together: paths begin where they differ, and no file is in twice', async () => {
  const season = await folder('Season')
  const one = await folder('One', season)
  const two = await folder('Two', season)
  const inner = await file('x.txt', { folder: two, bytes: 'inner' })
  await file('y.txt', { folder: one, bytes: 'y' })
  const beside = await file('z.txt', { folder: season, bytes: 'z' })
  assert.deepEqual(
    await contents(await create({ files: references(inner, beside), folders: references(one) })),
    ['Two/x.txt: inner', 'One/y.txt: y', 'z.txt: z'],
  )
  // The inner file is in the folder, too.
  assert.deepEqual(await contents(await create({ files: references(inner), folders: references(two) })), [
    'Two/x.txt: inner',
  ])
  assert.deepEqual(await contents(await create({ files: references(inner) })), ['x.txt: inner'])
})

test('201: a version with exactly its files, in a ZIP named after it', async () => {
  const first = await file('cut.txt', { bytes: 'v1' })
  await file('cut.txt', { bytes: 'v2', replaces: first })
  const deep = await folder('Grade')
  const other = await file('cut.txt', { bytes: 'graded', folder: deep })
  const archive = await create({ version: { id: await version('Picture lock: final?', [first, other]) } })
  assert.equal(archive.name, 'Picture lock_ final_.zip')
  assert.deepEqual((await contents(archive)).sort(), ['Grade/cut.txt: graded', 'cut.txt: v1'])
})

test('201: unsafe, reserved and equal names are changed, others stay', async () => {
  const folderId = await folder('..')
  const names = ['../../evil.txt', 'CON.txt', '第一集.txt', 'Cut.txt', 'cut.TXT', 'a'.repeat(255)]
  for (const name of names) await file(name, { folder: folderId, bytes: 'x' })
  const found = [...readZip(await fetchBytes((await create({ folders: references(folderId) })).url)).keys()]
  assert.deepEqual(
    found.sort(),
    [
      `_/${'a'.repeat(255)}`,
      '_/Cut.txt',
      '_/_CON.txt',
      '_/__.._evil.txt',
      '_/cut (2).TXT',
      '_/第一集.txt',
    ].sort(),
  )
})

test('201: a file and a folder of the same name: the file gets a number', async () => {
  const parent = await folder('Same')
  const inner = await folder('Take', parent)
  await file('a', { folder: inner })
  await file('take', { folder: parent })
  const names = [...readZip(await fetchBytes((await create({ folders: references(parent) })).url)).keys()]
  assert.deepEqual(names.sort(), ['Same/Take/a', 'Same/take (2)'])
})

test('201: files that cannot be downloaded are left out and named', async () => {
  const good = await file('good.txt')
  const youtube = await file('A film', { youtube: true })
  const open = await file('open.txt', { status: 'UPLOADING' })
  const archive = await create({ files: references(youtube, good, open) })
  assert.deepEqual(await contents(archive), ['good.txt'])
  assert.equal(archive.skippedCount, 2)
  assert.deepEqual(archive.skipped, [
    { id: youtube, name: 'A film', reason: 'YOUTUBE' },
    { id: open, name: 'open.txt', reason: 'NOT_READY' },
  ])
  const none = await ask({ files: references(youtube) })
  assert.deepEqual([none.status, none.body.code], [409, 'nothing_to_download'])
})

test('201: proxies of video and audio, previews of images, and never an original', async () => {
  const video = await media('shot.mov', 'VIDEO', { 'proxy.mp4': 'video proxy', 'poster.webp': 'p' })
  const audio = await media('mix.wav', 'AUDIO', { 'proxy.m4a': 'audio proxy' })
  const image = await media('still.exr', 'IMAGE', { 'preview.webp': 'image preview', 'thumbnail.webp': 't' })
  const model = await media('chair.glb', 'MODEL', { 'preview.webp': 'image of a model' })
  const busy = await media('new.mov', 'VIDEO', {}, 'PROCESSING')
  const archive = await create({ files: references(video, audio, image, model, busy), variant: 'PROXY' })
  assert.deepEqual((await contents(archive)).sort(), [
    'mix.m4a: audio proxy',
    'shot.mp4: video proxy',
    'still.webp: image preview',
  ])
  assert.deepEqual(
    archive.skipped.map(({ name, reason }: { name: string; reason: string }) => `${name} ${reason}`),
    ['chair.glb NO_PROXY', 'new.mov NOT_READY'],
  )
  const originals = await create({ files: references(video, model) })
  assert.deepEqual(await contents(originals), ['chair.glb', 'shot.mov'])
})

async function media(name: string, kind: string, derivatives: Record<string, string>, state = 'READY') {
  const id = await file(name)
  await sql`insert into media (file_id, state, kind) values (${id}, ${state}, ${kind})`
  for (const [derivative, text] of Object.entries(derivatives)) {
    await sql`
      insert into media_derivatives (file_id, name, step, object_id)
      values (${id}, ${derivative}, 'step', ${await newObject(world, text)})`
  }
  return id
}

test('201: with a CSV of the comments on the files, by their paths', async () => {
  const where = await folder('Notes')
  const noted = await file('noted.txt', { folder: where })
  const plain = await file('plain.txt', { folder: where })
  const say = (body: object) => world.call(`POST /api/files/${noted}/comments`, { key: owner.key, body })
  const { body } = await say({ content: '=too dark, again', anchor: 2 })
  await say({ content: 'Agreed', parent: { id: body.data.id } })
  const archive = await create({ folders: references(where), comments: true })
  assert.equal(archive.fileCount, 2)
  const csv = readZip(await fetchBytes(archive.url))
    .get('Comments.csv')!
    .toString()
  const [header, first, second, ...rest] = csv.split('\r\n')
  assert.equal(
    header,
    '\ufefffile,id,replyTo,timecode,frame,anchor,duration,author,content,attachments,resolvedAt,createdAt',
  )
  assert.match(first!, new RegExp(`^Notes/noted.txt,${body.data.id},,,,2,,Someone,"'=too dark, again",`))
  assert.match(second!, new RegExp(`^Notes/noted.txt,[^,]+,${body.data.id},.*,Agreed,`))
  assert.deepEqual(rest, [''])
  const without = await create({ files: references(plain), comments: true })
  assert.equal(
    readZip(await fetchBytes(without.url))
      .get('Comments.csv')!
      .toString(),
    `${header}\r\n`,
  )
})

test('201: a CSV of 2,500 comments on several files has each once', async () => {
  const files = [await file('one'), await file('two'), await file('three')]
  const counts = [1200, 1100, 200]
  for (const [i, id] of files.entries()) {
    await sql`
      insert into comments (id, project_id, file_id, author_id, content)
      select gen_random_uuid(), ${projectId}, ${id}, ${owner.userId}, repeat('é', 500) || n
      from generate_series(1, ${counts[i]}) n`
  }
  const archive = await create({ files: references(...files), comments: true })
  const csv = readZip(await fetchBytes(archive.url))
    .get('Comments.csv')!
    .toString()
  const rows = csv.split('\r\n').slice(1, -1)
  assert.equal(new Set(rows).size, 2_500)
  for (const [i, name] of ['one', 'two', 'three'].entries())
    assert.equal(rows.filter((row) => row.startsWith(`${name},`)).length, counts[i])
})

test('201: restricted reviewers get only the files marked for them', async () => {
  const reviewer = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER')
  const top = await folder('Restricted')
  const seen = await file('seen.txt', { folder: top })
  const hidden = await file('hidden.txt', { folder: top, allowRestricted: false })
  const secret = await folder('Secret', top)
  await file('secret.txt', { folder: secret, allowRestricted: false })
  assert.deepEqual(await contents(await create({ folders: references(top) }, reviewer)), [
    'Restricted/seen.txt: seen.txt',
  ])
  const marked = await version('Marked', [seen, hidden])
  assert.deepEqual(await contents(await create({ version: { id: marked } }, reviewer)), ['seen.txt'])
  const unmarked = await version('Unmarked', [seen], false)
  assert.deepEqual(
    faults(
      await ask(
        { files: references(hidden, seen), folders: references(secret), version: { id: unmarked } },
        reviewer,
      ),
    ),
    [400, '/files/0/id not_found', '/folders/0/id not_found', '/version/id not_found'],
  )
})

test('400: everything that is unknown, repeated or missing, at once', async () => {
  const known = await file('known.txt')
  const elsewhere = await world.project()
  const foreign = await world.call(`POST /api/projects/${elsewhere.id}/folders`, {
    key: elsewhere.owner.key,
    body: { name: 'Foreign' },
  })
  const answer = await ask({
    files: references(known, 'FX0000000000000000000000', 'nonsense\u0000'),
    folders: references(foreign.body.data.id, 'DX?'),
    version: { id: newUuid() },
  })
  assert.deepEqual(faults(answer), [
    400,
    '/files/1/id not_found',
    '/files/2/id not_found',
    '/folders/0/id not_found',
    '/folders/1/id not_found',
    '/version/id not_found',
  ])
  assert.deepEqual(faults(await ask({ files: references(known, known) })), [400, '/files/1/id duplicate'])
  assert.deepEqual(faults(await ask({})), [400, '/files required'])
  assert.deepEqual(faults(await ask({ files: [], version: null })), [400, '/files required'])
})

test('403: a CSV of comments without the scope comments:download', async () => {
  const files = references(await file('scoped.txt'))
  const { key } = await world.key(owner.userId, ['files:download'])
  const refused = await ask({ files, comments: true }, { key })
  assert.deepEqual([refused.status, refused.body.code], [403, 'insufficient_scope'])
  assert.match(refused.headers.get('www-authenticate')!, /scope="comments:download"/)
  assert.equal((await ask({ files }, { key })).status, 201)
})

test('409: more than 10,000 files, and more than 1,000,000 files in the archives of a day', async () => {
  const many = await folder('Many')
  const objectId = await newObject(world, 'x')
  await file('one', { folder: many, objectId })
  await sql`
    insert into files (id, project_id, folder_id, name, mode, status, size, position, object_id, stack_id, stack_number)
    select 'FX' || lpad(n::text, 22, '0'), ${projectId}, ${many}, 'f' || n, 'LOCAL', 'UPLOADED', 1, n, ${objectId}::uuid,
      'FX' || lpad(n::text, 22, '0'), 1
    from generate_series(1, 10000) n`
  // Without statistics, Postgres takes nearly all files to be in the trash. It collects them within a minute.
  await sql`analyze all_files (trash_id)`
  const answer = await ask({ folders: references(many) })
  assert.deepEqual([answer.status, answer.body.code], [409, 'archive_too_large'])
  // As many by their ids fit into one request.
  const ids = Array.from({ length: 10_000 }, (_, i) => `FX${String(i + 1).padStart(22, '0')}`)
  assert.equal((await create({ files: references(...ids) })).fileCount, 10_000)
  await sql`
    insert into archives (id, project_id, created_by, restricted, name, file_count, cost, byte_size, directory_start,
      expires_at)
    values (gen_random_uuid(), ${projectId}, ${owner.userId}, false, 'x.zip', 1, 1000000, 1, 1, now())`
  const next = await ask({ files: references(await file('one more')) })
  assert.deepEqual([next.status, next.body.code], [409, 'too_many_archives'])
  await sql`delete from archives where cost = 1000000`
})

test('409: more comments than a CSV takes', async () => {
  const id = await file('discussed')
  await world.database.transaction(async (sql) => {
    // Without triggers and foreign keys, of which 100,000 comments take ten seconds.
    await sql`set local session_replication_role = replica`
    // One statement for all of them took longer than a statement may on a busy machine.
    for (const count of [...Array<number>(10).fill(10_000), 1])
      await sql`
        insert into comments (id, project_id, file_id, content)
        select gen_random_uuid(), ${projectId}, ${id}, 'x' from generate_series(1, ${count}::integer)`
  })
  const answer = await ask({ files: references(id), comments: true })
  assert.deepEqual([answer.status, answer.body.code], [409, 'archive_too_large'])
  assert.match(answer.body.message, /have 100,001 comments/)
  assert.equal((await ask({ files: references(id) })).status, 201)
})

test('201: a repeated request with the same Idempotency-Key gets the same URL', async () => {
  const body = { files: references(await file('once.txt')) }
  const send = () =>
    world.call(`POST /api/projects/${projectId}/archives`, {
      key: owner.key,
      body,
      headers: { 'Idempotency-Key': 'once' },
    })
  const [first, second] = [await send(), await send()]
  assert.deepEqual(second.body, first.body)
})
