import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startMediaWorld } from '../../../test/worlds/media-world.ts'

const world = await startMediaWorld()
const { upload, reaches, file, owner, projectId } = world

const cues = 'WEBVTT\n\n00:00.000 --> 00:01.000\nsprite-1.jpg#xywh=0,0,160,90\n'
const id = await upload({
  thumbnail: { makes: { 'thumbnail.webp': 'small', 'poster.jpg': 'large' } },
  sprite: { makes: { 'sprite.vtt': cues, 'sprite-1.jpg': 'sheet' } },
  proxy: {
    makes: { 'proxy.mp4': '0123456789', 'pages.json': '[{"image":"pages/1.webp"}]', 'pages/1.webp': 'p' },
  },
})
const media = await reaches(id, 'READY', 'FAILED')

test('200: the images of a manifest are found relative to it', async () => {
  const manifest = await fetch(media.sprite)
  assert.equal(manifest.headers.get('content-type'), 'text/vtt; charset=utf-8')
  const text = await manifest.text()
  assert.equal(text, cues)
  const named = text.split('\n').find((line) => line.includes('#xywh'))!
  const sheet = await fetch(new URL(named, media.sprite))
  assert.deepEqual([await sheet.text(), sheet.headers.get('content-type')], ['sheet', 'image/jpeg'])
  const pages = (await (await fetch(media.pageManifest)).json()) as { image: string }[]
  const page = await fetch(new URL(pages[0]!.image, media.pageManifest))
  assert.deepEqual([await page.text(), page.headers.get('content-type')], ['p', 'image/webp'])
})

test('200: headers forbid scripts and sniffing, allow caching, and let other sites read the file', async () => {
  for (const url of [media.sprite, media.proxy, media.thumbnail]) {
    const { headers } = await fetch(url)
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.match(headers.get('content-security-policy')!, /default-src 'none'.*sandbox/)
    assert.match(headers.get('cache-control')!, /^private, max-age=31536000, immutable$/)
    assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin')
  }
  assert.equal((await fetch(media.sprite)).headers.get('access-control-allow-origin'), '*')
  const shown = (await fetch(media.thumbnail)).headers
  assert.deepEqual(
    [shown.get('content-type'), shown.get('content-disposition')],
    ['image/webp', 'inline; filename="thumbnail.webp"'],
  )
})

test('206 and 304: a proxy supports ranges and conditional requests', async () => {
  const part = await fetch(media.proxy, { headers: { Range: 'bytes=2-4' } })
  assert.deepEqual([part.status, await part.text()], [206, '234'])
  assert.equal(part.headers.get('content-range'), 'bytes 2-4/10')
  const same = await fetch(media.proxy, { headers: { 'If-None-Match': part.headers.get('etag')! } })
  assert.equal(same.status, 304)
})

test('URLs stay the same between requests, also in lists', async () => {
  assert.deepEqual((await file(id)).media, media)
  const lists = [
    await world.call(`GET /api/projects/${projectId}/files`, { key: owner.key }),
    await world.call(`QUERY /api/projects/${projectId}/files`, { key: owner.key, body: {} }),
  ]
  for (const { body } of lists) assert.equal(body.data[0].thumbnail, media.thumbnail)
  const expires = [media.thumbnail, media.sprite].map((url) =>
    Number(/(?:expires=|\/)(\d{10})/.exec(url)![1]),
  )
  const seconds = expires.map((time) => time - Date.now() / 1000)
  for (const left of seconds) assert.ok(left > 86_000 && left <= 2 * 86_400, String(left))
})

test('403: a URL that was altered or has expired', async () => {
  const [folder, permit] = media.sprite.split(/\/(?=\d{10}\.)/) as [string, string]
  for (const altered of [
    media.sprite.replace(id, `${id.slice(0, -1)}x`),
    `${folder}/${permit.replace(/^\d{10}/, '9999999999')}`,
    `${folder}/nothing/sprite.vtt`,
  ]) {
    assert.equal((await fetch(altered)).status, 403, altered)
  }
})

test('404: an unknown name, and a deleted file', async () => {
  for (const name of ['other.vtt', '../sprite.vtt', 'pages/2.webp', '%00', 'sprite.vtt/']) {
    const answer = await fetch(media.sprite.replace('sprite.vtt', name))
    assert.ok([403, 404].includes(answer.status), `${name}: ${answer.status}`)
  }
  const other = await upload({ sprite: { makes: { 'sprite.vtt': cues } } })
  const { sprite } = await reaches(other, 'READY', 'FAILED')
  await world.call(`DELETE /api/files/${other}`, { key: owner.key })
  assert.equal((await fetch(sprite)).status, 404)
})

test('404 for a caller who may not see the file; reviewers see previews without the right to download', async () => {
  const restricted = await world.member(projectId, 'PROJECT_RESTRICTED_REVIEWER')
  assert.equal((await world.call(`GET /api/files/${id}`, { key: restricted.key })).status, 404)
  const listed = await world.call(`GET /api/projects/${projectId}/files`, { key: restricted.key })
  assert.deepEqual(listed.body.data, [])
  await world.call(`PATCH /api/files/${id}`, { key: owner.key, body: { allowRestricted: true } })
  const viewer = await world.key(restricted.userId, ['files:read'])
  const seen = await world.call(`GET /api/files/${id}`, { key: viewer.key })
  assert.equal((await fetch(seen.body.data.media.proxy)).status, 200)
  assert.equal((await world.call(`GET /api/files/${id}/download`, { key: viewer.key })).status, 403)
})
