// Watermarked copies over HTTP: who gets which, when they are made, and when they end.
import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { until } from '../../../test/helpers/until.ts'
import { cleanStorage } from '../../jobs/clean-storage.ts'
import { removeWatermarks, resumeWatermarks } from '../../jobs/watermarks.ts'
import { created, files, versions } from '../../operations/shares/fixtures/share-world.ts'
import { MediaFailure } from '../processor.ts'
import { sameForAll, startMarkedWorld, textOf, watermark } from './fixtures/marked-world.ts'

const marked = await startMarkedWorld({ env: { MEDIA_CONCURRENCY: '2' } })
const { world, sql, owner, api, manage, share, version, media, marks, reaches, copies } = marked

const links = ['thumbnail', 'poster', 'preview', 'sprite', 'waveform', 'proxy', 'pageManifest', 'frameTable']

const sizesOf = ({ renditions }: { renditions: { name: string; url: string }[] }) =>
  renditions.map(({ name, url }) => [name, url])

test('a video: nothing until the copies are made, then copies of everything with the name of the guest', async () => {
  const id = await media('VIDEO')
  const made = await share(files(id), { watermark })
  const guest = await made.guest('Ada')
  marks.hold()
  const first = (await guest.call(`GET /api/files/${id}`)).body.data
  assert.equal(first.media.state, 'PENDING')
  assert.deepEqual([first.media.stage, first.media.position, first.media.progress], ['watermark', 0, null])
  for (const link of links) assert.equal(first.media[link], null, link)
  assert.deepEqual([first.media.renditions, first.media.partial, first.media.originalPlays], [[], null, null])
  assert.equal(first.thumbnail, null)
  marks.release()
  const ready = await reaches(guest, id, 'READY', 'FAILED')
  assert.deepEqual([ready.state, ready.progress, ready.stage, ready.failure], ['READY', 1, null, null])
  assert.deepEqual([ready.frames, ready.frameRate, ready.durationMs], [50, '25/1', 2000])
  const copy = (name: string) => `Only for Ada: ${name}`
  assert.equal(await textOf(ready.proxy), copy('proxy.mp4'))
  assert.equal(await textOf(ready.poster), copy('poster.webp'))
  assert.equal(await textOf(ready.thumbnail), copy('thumbnail.webp'))
  assert.equal(await textOf(ready.sprite), copy('sprite.vtt'))
  assert.equal(await textOf(ready.sprite.replace('sprite.vtt', 'sprite-1.webp')), copy('sprite-1.webp'))
  assert.equal(await textOf(ready.waveform), copy('waveform.json'))
  assert.equal(await textOf(ready.frameTable), copy('frames.json'))
  // A manifest of a copy opens nothing else.
  for (const name of ['proxy.mp4', 'poster.webp', 'still.jpg'])
    assert.equal((await fetch(ready.sprite.replace('sprite.vtt', name))).status, 404, name)
  const plain = (await api(owner.key, `GET /api/files/${id}`)).body.data.media
  assert.equal(await textOf(plain.proxy), 'proxy.mp4', 'members see no watermark')
  // No other size is marked: guests get the marked proxy alone.
  assert.deepEqual(sizesOf(ready), [['1080p', ready.proxy]])
  assert.deepEqual([ready.partial, ready.originalPlays], [null, null])
  assert.deepEqual(
    sizesOf(plain).map(([name]) => name),
    ['540p', '1080p'],
  )
  assert.equal(plain.originalPlays, true)
})

test('no answer to a guest names an object without the watermark, in any state', async () => {
  const [video, document, image] = [await media('VIDEO'), await media('DOCUMENT'), await media('IMAGE')]
  const versionId = await version([video, document, image])
  const guest = await (await share(versions(versionId), { watermark, downloads: 'PROXY' })).guest('Eve')
  const plain = await sql<{ id: string }>`
    select object_id as id from media_derivatives where file_id = any(${[video, document, image]})
    union select object_id from files where id = any(${[video, document, image]}) and object_id is not null`
  const routes = [
    ...['GET /api/share', `GET /api/versions/${versionId}`],
    ...[video, document, image].flatMap((id) => [`GET /api/files/${id}`, `GET /api/files/${id}/download`]),
  ]
  const read = async () => {
    for (const route of routes) {
      const text = JSON.stringify((await guest.call(route)).body)
      for (const { id } of plain) assert.ok(!text.includes(id), `${route} names ${id}`)
    }
  }
  marks.hold()
  await read()
  await until(async () => marks.begun.some(({ mark }) => mark.text === 'Only for Eve'))
  await read()
  marks.release()
  for (const id of [video, document, image])
    assert.equal((await reaches(guest, id, 'READY', 'FAILED')).state, 'READY')
  await read()
})

test('a list queues only the small images, and shows them when they are made', async () => {
  const [video, document] = [await media('VIDEO'), await media('DOCUMENT')]
  const made = await share(files(video, document), { watermark: sameForAll })
  const guest = await made.guest()
  const list = async () => (await guest.call('GET /api/share')).body.data.files
  const before = await list()
  assert.deepEqual(
    before.map((file: { thumbnail: string | null; media: { state: string } }) => [
      file.thumbnail,
      file.media.state,
    ]),
    [
      [null, 'PENDING'],
      [null, 'PENDING'],
    ],
  )
  const after = await until(async () => {
    const found = await list()
    return found.every((file: { media: { state: string } }) => file.media.state === 'READY') && found
  })
  for (const { thumbnail } of after) assert.equal(await textOf(thumbnail), 'Confidential: thumbnail.webp')
  assert.deepEqual(
    (await copies(made.id)).map(({ part }) => part),
    ['STILLS', 'STILLS'],
  )
})

test('documents: the manifest and the images of the pages', async () => {
  const id = await media('DOCUMENT')
  const guest = await (await share(files(id), { watermark: sameForAll })).guest()
  const { pageManifest } = await reaches(guest, id, 'READY', 'FAILED')
  assert.equal(await textOf(pageManifest), 'Confidential: pages.json')
  assert.equal(await textOf(pageManifest.replace('pages.json', 'pages/2.webp')), 'Confidential: pages/2.webp')
})

test('audio plays at once: it has no watermark, but its image has', async () => {
  const id = await media('AUDIO')
  const guest = await (await share(files(id), { watermark: sameForAll })).guest()
  const first = (await guest.call(`GET /api/files/${id}`)).body.data.media
  assert.equal(await textOf(first.proxy), 'proxy.m4a')
  const { thumbnail, waveform } = await reaches(guest, id, 'READY', 'FAILED')
  assert.equal(await textOf(thumbnail), 'Confidential: thumbnail.webp')
  assert.equal(await textOf(waveform), 'Confidential: waveform.json')
})

test('one copy for all guests when the text names nobody; else one for each name, and for each address', async () => {
  const id = await media('VIDEO')
  const open = `GET /api/files/${id}`
  const common = await share(files(id), { watermark: sameForAll })
  const [ada, bo] = [await common.guest('Ada'), await common.guest('Bo')]
  await Promise.all(Array.from({ length: 10 }, (_, n) => (n % 2 ? ada : bo).call(open)))
  assert.deepEqual((await copies(common.id)).map(({ part, text }) => [part, text]).toSorted(), [
    ['PROXY', 'Confidential'],
    ['STILLS', 'Confidential'],
  ])
  const named = await share(files(id), {
    watermark: { ...watermark, text: '{name} {email} {date}' },
    email: 'OPTIONAL',
  })
  const guests = [
    await named.guest('Ada', { email: 'ada@example.com' }),
    await named.guest('Ada', { email: 'ada@example.com' }),
    await named.guest('Ada', { email: 'other@example.com' }),
    await named.guest('Cy'),
  ]
  for (const guest of guests) await guest.call(open)
  const day = new Date().toISOString().slice(0, 10)
  const texts = (await copies(named.id)).filter(({ part }) => part === 'PROXY').map(({ text }) => text)
  assert.deepEqual(texts.toSorted(), [
    `Ada ada@example.com ${day}`,
    `Ada other@example.com ${day}`,
    `Cy Cy ${day}`,
  ])
})

test('a preview shows the name of the member who looks', async () => {
  const id = await media('IMAGE')
  const made = await share(files(id), { watermark })
  const { token } = created(await api(owner.key, `POST /api/shares/${made.id}/preview`, {}))
  const ready = await until(async () => {
    const { body } = await api(token, `GET /api/files/${id}`)
    return body.data.media.state === 'READY' && body.data.media
  })
  assert.equal(await textOf(ready.preview), 'Only for Someone: preview.webp')
})

test('previews that are still processed: their state and progress, and no copy yet', async () => {
  const id = await media('VIDEO', 'PROCESSING')
  await sql`update media set progress = 0.4, stage = 'proxy' where file_id = ${id}`
  const made = await share(files(id), { watermark: sameForAll })
  const guest = await made.guest()
  const { state, progress, stage, proxy, partial } = (await guest.call(`GET /api/files/${id}`)).body.data
    .media
  assert.deepEqual([state, progress, stage, proxy, partial], ['PROCESSING', 0.4, 'proxy', null, null])
  assert.deepEqual(await copies(made.id), [])
  await sql`update media set state = 'READY' where file_id = ${id}`
  await reaches(guest, id, 'READY')
})

test('PROCESSING with progress that moves; two videos wait in line behind others', async () => {
  const ids = [await media('VIDEO'), await media('VIDEO'), await media('VIDEO')]
  const made = await share(files(...ids), { watermark: sameForAll })
  const guest = await made.guest()
  marks.hold()
  const seen = marks.begun.length
  const get = async (id: string) => (await guest.call(`GET /api/files/${id}`)).body.data.media
  await get(ids[0]!)
  const work = await until(async () => marks.begun.slice(seen).find(({ part }) => part === 'PROXY'))
  await get(ids[1]!)
  await get(ids[2]!)
  const positions = await Promise.all([get(ids[1]!), get(ids[2]!)])
  assert.deepEqual(
    positions.map(({ state, position }) => [state, position]),
    [
      ['PENDING', 0],
      ['PENDING', 1],
    ],
  )
  for (const progress of [0.25, 0.75]) {
    work.report(progress)
    const now = await until(async () => {
      const found = await get(ids[0]!)
      return found.progress === progress && found
    })
    assert.deepEqual([now.state, now.stage], ['PROCESSING', 'watermark'])
  }
  marks.release()
  for (const id of ids) await reaches(guest, id, 'READY')
})

test('downloads: 409 until the copy is made, then the copy; a watermark and originals exclude each other', async () => {
  const id = await media('VIDEO')
  const made = await share(files(id), { watermark, downloads: 'PROXY' })
  const guest = await made.guest('Ada')
  marks.hold()
  const route = `GET /api/files/${id}/download`
  const { status, body } = await guest.call(route)
  assert.deepEqual([status, body.code], [409, 'file_not_ready'])
  marks.release()
  await reaches(guest, id, 'READY')
  assert.equal(await textOf((await guest.call(route)).body.data.url), 'Only for Ada: proxy.mp4')
  const refused = await made.update({ downloads: 'ORIGINAL' })
  assert.equal(refused.status, 400)
  assert.match(refused.body.errors[0].message, /Originals have no watermark/)
})

for (const [name, end] of Object.entries({
  'the share is deleted': ({ id }: { id: string }) => manage(`DELETE /api/shares/${id}`),
  'the share is ended': ({ id }: { id: string }) => manage(`POST /api/shares/${id}/end`),
  'the share is ended for the guest': ({ id, guestId }: { id: string; guestId: string }) =>
    manage(`DELETE /api/shares/${id}/guests/${guestId}`),
  'the file is deleted': ({ fileId }: { fileId: string }) => manage(`DELETE /api/files/${fileId}`),
  'the watermark is changed': ({ id }: { id: string }) =>
    manage(`PATCH /api/shares/${id}`, { watermark: { ...watermark, opacity: 0.5 } }),
  'the watermark is removed': ({ id }: { id: string }) =>
    manage(`PATCH /api/shares/${id}`, { watermark: null }),
  'the share expires': ({ id }: { id: string }) => sql`update shares set expires_at = now() where id = ${id}`,
  'nobody has used the copies for a week': ({ id }: { id: string }) =>
    sql`update watermarks set used_at = now() - interval '169 hours' where share_id = ${id}`,
})) {
  test(`when ${name}, the copies are gone to the byte`, async () => {
    const fileId = await media('VIDEO')
    const [keys, ids] = [await marked.storedKeys(), await marked.objectIds()]
    const made = await share(files(fileId), { watermark })
    const guest = await made.guest('Ada')
    await reaches(guest, fileId, 'READY')
    assert.ok((await marked.storedKeys()).length >= keys.length + 7)
    await end({ id: made.id, guestId: guest.id, fileId })
    await world.runJob(removeWatermarks)
    assert.deepEqual(await copies(made.id), [])
    assert.deepEqual(await marked.storedKeys(), keys)
    assert.deepEqual(await marked.objectIds(), ids)
    assert.deepEqual(await sql`select from watermark_removals`, [])
  })

  test(`when ${name} while copies are made, the work stops and leaves nothing`, async () => {
    const fileId = await media('VIDEO')
    const [keys, ids] = [await marked.storedKeys(), await marked.objectIds()]
    const made = await share(files(fileId), { watermark })
    const guest = await made.guest('Ada')
    marks.hold()
    const seen = marks.begun.length
    await guest.call(`GET /api/files/${fileId}`)
    await until(async () => marks.begun.length === seen + 2)
    await end({ id: made.id, guestId: guest.id, fileId })
    await world.runJob(removeWatermarks)
    await until(async () => marks.begun.slice(seen).every(({ signal }) => signal.aborted))
    marks.release()
    const scratch = join(world.dataDir, 'watermarks')
    await until(async () => !existsSync(scratch) || readdirSync(scratch).length === 0)
    assert.deepEqual(await copies(made.id), [])
    assert.deepEqual(await marked.storedKeys(), keys)
    assert.deepEqual(await marked.objectIds(), ids)
  })
}

test('the copies of a guest stay while another guest with the same name uses the share', async () => {
  const id = await media('IMAGE')
  const made = await share(files(id), { watermark })
  const [laptop, phone, other] = [await made.guest('Ada'), await made.guest('Ada'), await made.guest('Bo')]
  await reaches(laptop, id, 'READY')
  await reaches(phone, id, 'READY')
  await reaches(other, id, 'READY')
  await manage(`DELETE /api/shares/${made.id}/guests/${laptop.id}`)
  assert.deepEqual((await copies(made.id)).map(({ text }) => text).toSorted(), [
    'Only for Ada',
    'Only for Bo',
  ])
  await manage(`DELETE /api/shares/${made.id}/guests/${phone.id}`)
  assert.deepEqual(
    (await copies(made.id)).map(({ text }) => text),
    ['Only for Bo'],
  )
})

test('a changed watermark is drawn again; a guest never sees the old one after the change', async () => {
  const id = await media('IMAGE')
  const made = await share(files(id), { watermark: sameForAll })
  const guest = await made.guest()
  await reaches(guest, id, 'READY')
  await made.update({ watermark: { ...sameForAll, text: 'Secret' } })
  const again = await made.guest('Bo')
  const now = (await again.call(`GET /api/files/${id}`)).body.data.media
  assert.deepEqual([now.state, now.preview], ['PENDING', null])
  assert.equal(await textOf((await reaches(again, id, 'READY')).preview), 'Secret: preview.webp')
})

test('previews that are made again lead to new copies, and the old ones are deleted', async () => {
  const id = await media('IMAGE')
  const made = await share(files(id), { watermark: sameForAll })
  const guest = await made.guest()
  await reaches(guest, id, 'READY')
  const [before] = await copies(made.id)
  await sql`update media set revision = gen_random_uuid() where file_id = ${id}`
  assert.equal((await guest.call(`GET /api/files/${id}`)).body.data.media.preview, null)
  await reaches(guest, id, 'READY')
  const after = await copies(made.id)
  assert.equal(after.length, 1)
  assert.notEqual(after[0]!.id, before!.id)
})

test('a failure: FAILED with a message for the guest; opened again ten minutes later, it is tried again', async () => {
  const id = await media('VIDEO')
  const made = await share(files(id), { watermark: sameForAll })
  const guest = await made.guest()
  marks.failWith(new MediaFailure('took_too_long', 'MEDIA_MINUTES was exceeded in /srv.', true), 'PROXY')
  const failed = await until(async () => {
    const { body } = await guest.call(`GET /api/files/${id}`)
    return body.data.media.state === 'FAILED' && body.data.media.poster && body.data.media
  })
  assert.equal(failed.failure.code, 'took_too_long')
  assert.match(failed.failure.message, /^The watermark of this file could not be drawn\. Open the file again/)
  assert.equal(failed.proxy, null)
  assert.equal(await textOf(failed.poster), 'Confidential: poster.webp', 'the other parts are there')
  marks.failWith(undefined)
  assert.equal((await reaches(guest, id, 'FAILED')).state, 'FAILED', 'not at once')
  await sql`update watermarks set ended_at = now() - interval '11 minutes' where share_id = ${made.id}`
  assert.equal((await reaches(guest, id, 'READY')).failure, null)
})

test('an unexpected error is retried, and gives up after four tries', async () => {
  const id = await media('IMAGE')
  const made = await share(files(id), { watermark: sameForAll })
  const guest = await made.guest()
  marks.failWith(new Error('the child crashed'))
  const seen = marks.begun.length
  await guest.call(`GET /api/files/${id}`)
  for (let tries = 1; tries < 4; tries++) {
    // The next try is due in seconds; the test does not wait for it.
    await until(async () => {
      await sql`update graphile_worker._private_jobs set run_at = now() where key like 'watermark:%'`
      await sql`select pg_notify('jobs:insert', '{"count":1}')`
      return marks.begun.length > seen + tries
    })
  }
  const { failure } = await reaches(guest, id, 'FAILED')
  assert.equal(failure.code, 'tool_failed')
  assert.equal(marks.begun.length, seen + 4)
  marks.failWith(undefined)
})

test('a copy that is missing from the queue is queued again', async () => {
  const id = await media('IMAGE')
  const made = await share(files(id), { watermark: sameForAll })
  const guest = await made.guest()
  marks.hold()
  await guest.call(`GET /api/files/${id}`)
  marks.release()
  await reaches(guest, id, 'READY')
  // As in a restored database: PROCESSING, and no task.
  await sql`delete from watermark_derivatives where watermark_id in (select id from watermarks where share_id = ${made.id})`
  await sql`update watermarks set state = 'PROCESSING' where share_id = ${made.id}`
  await world.runJob(resumeWatermarks)
  await reaches(guest, id, 'READY')
})

test('the clean-up of the storage keeps copies that are in use, however old', async () => {
  const id = await media('VIDEO')
  const made = await share(files(id), { watermark: sameForAll })
  const guest = await made.guest()
  const { proxy } = await reaches(guest, id, 'READY')
  await sql`update objects set created_at = now() - interval '3 days', stored_at = now() - interval '3 days'`
  await world.runJob({ ...cleanStorage, isDue: async () => true })
  assert.equal(await textOf(proxy), 'Confidential: proxy.mp4')
})

test('one share cannot fill the queue: each further copy has a lower priority, and 100 videos wait at most', async () => {
  const ids = await Promise.all(Array.from({ length: 3 }, () => media('VIDEO')))
  const made = await share(files(...ids), { watermark })
  marks.hold()
  const guests = await Promise.all(Array.from({ length: 40 }, (_, n) => made.guest(`Guest ${n}`)))
  for (const guest of guests) for (const id of ids) await guest.call(`GET /api/files/${id}`)
  const long = (await copies(made.id)).filter(({ lane }) => lane === 'LONG')
  assert.equal(long.length, 100)
  const priorities = long.map(({ priority }) => priority)
  assert.deepEqual(
    priorities,
    priorities.toSorted((a, b) => a - b),
  )
  assert.equal(priorities.at(-1), 99)
  const other = await share(files(ids[0]!), { watermark: sameForAll })
  await (await other.guest()).call(`GET /api/files/${ids[0]}`)
  const next = (await copies(other.id)).find(({ lane }) => lane === 'LONG')
  assert.equal(next!.priority, 0)
  await manage(`DELETE /api/shares/${made.id}`)
  marks.release()
  await reaches(await other.guest(), ids[0]!, 'READY')
})
