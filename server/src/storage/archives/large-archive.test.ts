// Archives beyond the limits of the first ZIP programs, sent by a node of its own, whose memory is measured.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { until } from '../../../test/helpers/until.ts'
import { lacks, pythonEntries, unzipTest } from '../../../test/helpers/zip-programs.ts'
import { fetchBytes, startArchiveWorld } from '../../../test/worlds/archive-world.ts'
import { newObject } from '../../../test/worlds/samples/files.ts'
import { killWorkersAfterFile } from '../../../test/worlds/worker-process.ts'
import { newHole, saveSparse, startNode } from './fixtures/large-objects.ts'

killWorkersAfterFile()
const { world, sql, projectId, file, folder, create, references } = await startArchiveWorld()
const node = await startNode(world)
const work = mkdtempSync(join(tmpdir(), 'dailies-archives-'))
after(() => rmSync(work, { recursive: true, force: true }))
const skip = lacks('unzip') || lacks('python3')
const mostGrowth = 50 * 2 ** 20
const gigabyte = 2 ** 30

/** The first download loads code and fills caches. */
async function warmUp(): Promise<void> {
  const { url } = await create({ files: references(await file('warm.txt')) })
  for (let i = 0; i < 20; i++) await fetchBytes(node.at(url))
}

test('more than 4 GiB: aborted, resumed, and read by unzip and Python; memory stays flat', {
  skip,
}, async () => {
  const where = await folder('Größe')
  const size = 4 * gigabyte + 12_345
  await file('1 огромный.mp4', { folder: where, objectId: await newHole(world, size) })
  await file('2 小.txt', { folder: where, bytes: 'after 4 GiB' })
  const archive = await create({ folders: references(where) })
  const path = join(work, 'large.zip')
  await warmUp()
  const growth = await node.growth(async () => {
    const aborted = await saveSparse(node.at(archive.url), path, 0, 1.5 * gigabyte)
    const rest = await saveSparse(node.at(archive.url), path, aborted)
    assert.equal(aborted + rest, archive.byteSize)
  })
  assert.ok(growth < mostGrowth, `the memory grew by ${growth / 2 ** 20} MB`)
  assert.deepEqual(await pythonEntries(path), [
    ['Größe/1 огромный.mp4', size],
    ['Größe/2 小.txt', 11],
  ])
  assert.match(await unzipTest(path), /No errors detected/)
  // The CRC of the large file is known now: it is in the header, and the rest of the file can be at once in its place.
  const known = await create({ folders: references(where) })
  assert.equal(known.byteSize, archive.byteSize - 24 - 16)
  const [head, tail] = await Promise.all(
    ['bytes=0-999', 'bytes=-2000'].map((range) => fetchBytes(node.at(known.url), range)),
  )
  const pieced = await open(join(work, 'known.zip'), 'w')
  await pieced.write(head!, 0, head!.length, 0)
  await pieced.write(tail!, 0, tail!.length, known.byteSize - tail!.length)
  await pieced.close()
  assert.equal((await pythonEntries(join(work, 'known.zip'))).length, 2)
})

test('10,000 files with names of all scripts: read by unzip and Python; memory stays flat', {
  skip,
}, async () => {
  const where = await folder('Много файлов')
  const deeper = await folder('更深', where)
  const objects = []
  for (let i = 0; i < 50; i++) objects.push(await newObject(world, 'x'.repeat(i * 97)))
  await sql`
    insert into files (id, project_id, folder_id, name, mode, status, size, position, object_id, stack_id, stack_number)
    select 'FX' || lpad(n::text, 22, '0'), ${projectId}, case when n % 2 = 0 then ${where} else ${deeper} end,
      'קובץ 文件 ملف ' || n % 3000 || '.png', 'LOCAL', 'UPLOADED', 1, n, (${objects}::uuid[])[1 + n % 50],
      'FX' || lpad(n::text, 22, '0'), 1
    from generate_series(1, 10000) n`
  // Without statistics, Postgres takes nearly all files to be in the trash. It collects them within a minute.
  await sql`analyze all_files (trash_id)`
  const archive = await create({ folders: references(where) })
  assert.equal(archive.fileCount, 10_000)
  const path = join(work, 'many.zip')
  await warmUp()
  const growth = await node.growth(async () => {
    assert.equal(await saveSparse(node.at(archive.url), path, 0), archive.byteSize)
  })
  assert.ok(growth < mostGrowth, `the memory grew by ${growth / 2 ** 20} MB`)
  const entries = await pythonEntries(path)
  assert.equal(entries.length, 10_000)
  assert.equal(new Set(entries.map(([name]) => name.toLowerCase())).size, 10_000)
  assert.ok(entries.some(([name]) => name === 'Много файлов/更深/קובץ 文件 ملف 7 (2).png'))
  assert.match(await unzipTest(path), /No errors detected/)
})

test('a client that stops reading: nothing piles up on the server', async () => {
  const id = await file('unread.mp4', { objectId: await newHole(world, 2 * gigabyte) })
  const { url } = await create({ files: references(id) })
  await warmUp()
  const growth = await node.growth(async () => {
    const request = get(node.at(url), { agent: false })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    response.pause()
    // The server has stopped when nothing arrives for many looks.
    let seen = 0
    let looks = 0
    await until(() => {
      looks = response.socket.bytesRead === seen ? looks + 1 : 0
      seen = response.socket.bytesRead
      return looks > 50
    })
    assert.ok(seen > 0 && seen < gigabyte)
    request.destroy()
  })
  assert.ok(growth < mostGrowth, `the memory grew by ${growth / 2 ** 20} MB`)
})
