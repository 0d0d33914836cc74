// Almost valid requests: each is refused with the right error, and none causes a 5xx.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { hostileSegments } from '../../helpers/hostile-requests.ts'
import { exchange, sendRaw } from '../../helpers/raw-http.ts'
import { credentialHeaders } from '../../worlds/world.ts'
import type { StartSite } from './site.ts'

export function attack(start: StartSite): void {
  test('odd requests', async (t) => {
    const world = await start()
    await t.test('odd names in the paths of pages return 404 or a page, never a 5xx', async () => {
      const paths = ['/docs/', '/docs/assets/', '/join/', '/assets/', '/oauth/consent/', '/projects/']
      for (const path of paths) {
        for (const segment of [...hostileSegments, '%0A', '%0a.md', '%E2%80%A8']) {
          const { status } = await sendRaw(world.url, { method: 'GET', path: path + segment })
          assert.ok(status < 500, `${path}${segment.slice(0, 100)} → ${status}`)
        }
      }
      assert.equal((await sendRaw(world.url, { method: 'GET', path: '/docs/a%0Ab' })).status, 404)
    })

    await t.test('a request with two Host headers is refused with 400', async () => {
      for (const hosts of ['Host: test\r\nHost: test', 'Host: test\r\nhOST: evil.example']) {
        for (const version of ['1.1', '1.0']) {
          const request = `GET /api/ping HTTP/${version}\r\n${hosts}\r\nConnection: close\r\n\r\n`
          const { status } = await exchange(world.url, Buffer.from(request))
          assert.equal(status, 400, request)
        }
      }
    })

    await t.test('a compressed body is refused with 415 on every route', async () => {
      const { key } = await world.person()
      const Origin = credentialHeaders(world.url, 'session:none').find(([name]) => name === 'Origin')![1]
      const form = 'application/x-www-form-urlencoded'
      const json = 'application/json'
      const requests: [path: string, headers: Record<string, string>][] = [
        ['/api/projects', { 'Content-Type': json, Authorization: `Bearer ${key}` }],
        ['/mcp', { 'Content-Type': json, Authorization: `Bearer ${key}` }],
        ['/api/access-links/join', { 'Content-Type': json }],
        ['/sign-in', { 'Content-Type': form, Origin }],
        ['/passkeys/sign-in', { 'Content-Type': json, Origin }],
        ['/oauth/register', { 'Content-Type': json }],
        ['/oauth/token', { 'Content-Type': form }],
      ]
      const plain = { name: 'x', accessRange: 'ONLY_PROJECT_MEMBER' }
      for (const [path, headers] of requests) {
        for (const encoding of ['gzip', 'GZIP', 'br', 'deflate', 'gzip, identity']) {
          const answer = await fetch(world.url + path, {
            method: 'POST',
            headers: { ...headers, 'Content-Encoding': encoding },
            body: gzipSync(JSON.stringify(plain)),
          })
          assert.equal(answer.status, 415, `${path} ${encoding}: ${await answer.text()}`)
        }
      }
      const identity = { 'Content-Encoding': 'identity' }
      const sent = await world.call('POST /api/projects', { key, headers: identity, body: plain })
      assert.equal(sent.status, 201)
    })
  })
}
