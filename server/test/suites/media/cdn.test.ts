// Media behind nginx as a CDN, with the configuration of docs/guides/cdn.md.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { suite, test } from 'node:test'
import { sendImage, twoColours } from '../../helpers/avatars.ts'
import { freeAddress } from '../../helpers/free-ports.ts'
import { until } from '../../helpers/until.ts'
import { missingForCdn, startCdn } from '../../stand-ins/cdn.ts'
import { s3Server, startMediaWorld } from '../../worlds/media-world.ts'

const cues = 'WEBVTT\n\n00:00.000 --> 00:01.000\nsprite-1.jpg#xywh=0,0,160,90\n'
const script = {
  thumbnail: { makes: { 'thumbnail.webp': 'small', 'poster.jpg': 'large' } },
  sprite: { makes: { 'sprite.vtt': cues, 'sprite-1.jpg': 'sheet' } },
  proxy: { makes: { 'proxy.mp4': '0123456789' } },
}

async function startSite(env: Record<string, string>) {
  const address = await freeAddress()
  const world = await startMediaWorld({ env: { MEDIA_BASE_URL: address, ...env } })
  await startCdn(address, world.url)
  const downloadUrl = async (id: string, key = world.owner.key): Promise<string> =>
    (await world.call(`GET /api/files/${id}/download`, { key })).body.data.url
  return { ...world, address, downloadUrl }
}

async function get(url: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url, { headers })
  const bytes = Buffer.from(await answer.arrayBuffer())
  return { status: answer.status, cache: answer.headers.get('x-cache'), headers: answer.headers, bytes }
}

const storages: [string, Record<string, string>, string | false][] = [
  ['disk', {}, false],
  [
    'S3',
    { STORAGE_URL: s3Server?.replace('?', `/cdn-${process.pid}-${Date.now()}?`) ?? '' },
    s3Server ? false : 'needs an S3 server: `scripts/s3-test-server.sh npm test`',
  ],
]

for (const [name, env, missing] of storages) {
  suite(`files on ${name}`, { skip: missingForCdn || missing }, async () => {
    const site = await startSite(env)
    const id = await site.upload(script)
    const media = await site.reaches(id, 'READY', 'FAILED')
    // Longer than a slice of nginx.
    const bytes = randomBytes(9 * 2 ** 20)
    const large = await site.upload(bytes, 'Large.bin')

    test('previews, downloads and avatars are at MEDIA_BASE_URL, uploads are not', async () => {
      const image = new Uint8Array(await twoColours(8, 8).png().toBuffer())
      const session = await site.session(site.owner.userId)
      const set = await sendImage(site, '/api/account/avatar', session, image)
      const urls = [media.thumbnail, media.poster, media.sprite, media.proxy, set.body.data.avatarUrl]
      for (const url of [...urls, await site.downloadUrl(large)]) {
        assert.equal(new URL(url).origin, site.address, url)
        assert.equal((await get(url)).status, 200, url)
      }
      const list = await site.call(`GET /api/projects/${site.projectId}/files`, { key: site.owner.key })
      assert.ok(list.body.data.some((file: { thumbnail: string }) => file.thumbnail === media.thumbnail))
      const started = await site.call(`POST /api/projects/${site.projectId}/files/upload.multipart`, {
        key: site.owner.key,
        body: { name: 'Next.png', size: 5 },
      })
      assert.notEqual(new URL(started.body.data.parts[0].url).origin, site.address)
    })

    test('the second request is a hit, for everybody', async () => {
      const member = await site.member(site.projectId, 'PROJECT_MEMBER')
      for (const url of [media.proxy, media.waveform ?? media.sprite]) {
        await get(url)
        const hit = await get(url)
        assert.deepEqual([hit.status, hit.cache], [200, 'HIT'], url)
        assert.match(hit.headers.get('cache-control')!, /^public, max-age=3600$/)
        assert.equal(hit.headers.get('access-control-allow-origin'), '*')
        assert.equal(hit.headers.get('set-cookie'), null)
      }
      assert.equal((await site.file(id, member)).media.proxy, media.proxy)
      assert.equal(await site.downloadUrl(large, member.key), await site.downloadUrl(large))
    })

    test('206: a range across two slices, then from the cache', async () => {
      const url = await site.downloadUrl(large)
      const start = 8 * 2 ** 20 - 4
      for (const expected of [undefined, 'HIT']) {
        const part = await get(url, { Range: `bytes=${start}-${start + 9}` })
        assert.equal(part.status, 206)
        assert.equal(part.headers.get('content-range'), `bytes ${start}-${start + 9}/${bytes.length}`)
        assert.deepEqual(part.bytes, bytes.subarray(start, start + 10))
        if (expected) assert.equal(part.cache, expected)
      }
      const whole = await get(url)
      assert.ok(whole.bytes.equals(bytes))
      assert.equal(whole.headers.get('content-disposition'), 'attachment; filename="Large.bin"')
      const same = await get(url, { 'If-None-Match': whole.headers.get('etag')! })
      assert.equal(same.status, 304)
    })

    test('the images of a manifest are found relative to it', async () => {
      const sheet = await fetch(new URL('sprite-1.jpg', media.sprite))
      assert.deepEqual([await sheet.text(), new URL(sheet.url).origin], ['sheet', site.address])
    })

    test('403: an altered signature or field, also of a cached object', async () => {
      await get(media.proxy)
      const last = media.proxy.at(-1) === 'A' ? 'B' : 'A'
      for (const url of [media.proxy.slice(0, -1) + last, media.proxy.replace('show=1', 'show=0')]) {
        const refused = await get(url)
        assert.equal(refused.status, 403, url)
        assert.equal(refused.headers.get('cache-control'), 'no-store')
      }
    })

    test('403: a cached object when its URL expires', async () => {
      const rows = await site.derivatives(id)
      const url = await site.storage.downloadUrl(rows.get('poster.jpg')!, {
        ...{ fileName: 'poster.jpg', mimeType: 'image/jpeg', inline: true, seconds: 2 },
      })
      const first = await get(url)
      assert.match(first.headers.get('cache-control')!, /^public, max-age=[012]$/)
      assert.equal((await uncached(url, 403)).headers.get('cache-control'), 'no-store')
    })

    test('404 and 405: the CDN serves media only', async () => {
      assert.equal((await get(`${site.address}/api/ping`)).status, 404)
      assert.equal((await get(`${site.address}/`)).status, 404)
      assert.equal((await fetch(media.proxy, { method: 'PUT', body: 'x' })).status, 405)
    })

    test('the web app may load media from there', async () => {
      const headers = { Cookie: `dailies=${(await site.session(site.owner.userId)).split(':')[1]}` }
      const { headers: answered } = await get(`${site.url}/`, headers)
      const policy = answered.get('content-security-policy')!
      for (const directive of ['img-src', 'media-src', 'connect-src'])
        assert.ok(
          policy
            .split('; ')
            .find((one) => one.startsWith(directive))!
            .includes(site.address),
          policy,
        )
    })
  })
}

test('404: a deleted file, once the CDN asks again', { skip: missingForCdn }, async () => {
  const site = await startSite({ MEDIA_CACHE_SECONDS: '1' })
  const id = await site.upload(script)
  const media = await site.reaches(id, 'READY', 'FAILED')
  const urls = [media.proxy, media.thumbnail, media.sprite, await site.downloadUrl(id)]
  for (const url of urls) assert.equal((await get(url)).status, 200, url)
  assert.equal((await site.call(`DELETE /api/files/${id}`, { key: site.owner.key })).status, 204)
  for (const url of urls) {
    assert.equal((await get(url.replace(site.address, site.url))).status, 404, url)
    await uncached(url, 404)
  }
})

/** The first answer of the CDN that is not from its cache; it has this status. */
function uncached(url: string, status: number) {
  return until(async () => {
    const answer = await get(url)
    if (answer.status === status) return answer
    assert.equal(answer.status, 200)
  })
}
