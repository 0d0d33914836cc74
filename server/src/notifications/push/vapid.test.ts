import assert from 'node:assert/strict'
import { createPublicKey, generateKeyPairSync, randomBytes, verify } from 'node:crypto'
import { test } from 'node:test'
import { startWorld } from '../../../test/worlds/world.ts'
import { createSecretBox } from '../../core/secret-box.ts'
import { createVapidHeader, loadVapidKey, type VapidKey, vapidKey } from './vapid.ts'

const key = vapidKey(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)

/** The claims of a header, verified as a push service does it: by the key that the header names. */
function claimsOf(header: string, { publicKey }: VapidKey) {
  const [, token, k] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header)!
  assert.equal(k, publicKey)
  const point = Buffer.from(k!, 'base64url')
  assert.deepEqual([point.length, point[0]], [65, 4])
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', x: x!, y: y! }
  const [head, claims, signature] = token!.split('.')
  assert.deepEqual(JSON.parse(Buffer.from(head!, 'base64url').toString()), { typ: 'JWT', alg: 'ES256' })
  const verifying = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const
  const signed = Buffer.from(`${head}.${claims}`)
  assert.ok(verify('sha256', signed, verifying, Buffer.from(signature!, 'base64url')))
  return JSON.parse(Buffer.from(claims!, 'base64url').toString())
}

test('each push service gets a token of its own, which is used for 11 hours', () => {
  let now = 1_000_000
  const header = createVapidHeader(
    key,
    () => 'http://localhost:8080',
    () => now,
  )
  const first = header('https://push.example.com/a')
  assert.deepEqual(claimsOf(first, key), {
    aud: 'https://push.example.com',
    exp: now + 12 * 3_600,
    sub: 'https://localhost:8080',
  })
  assert.equal(claimsOf(header('https://push.example.org:444/a'), key).aud, 'https://push.example.org:444')
  now += 11 * 3_600
  assert.equal(header('https://push.example.com/b'), first)
  now += 1
  assert.equal(claimsOf(header('https://push.example.com/b'), key).exp, now + 12 * 3_600)
})

test('the key is made at the first start, stored encrypted, and the same on every node', async () => {
  const world = await startWorld()
  const { sql } = world.database
  const user = await world.person()
  const { body } = await world.call('GET /api/push-subscription', { key: await world.session(user.userId) })
  const secrets = createSecretBox([randomBytes(32)])
  const stored = async () =>
    (await sql<{ value: string }>`select value from settings where name = 'push_key'`)[0]!
  const before = await stored()
  assert.doesNotMatch(Buffer.from(before.value, 'base64').toString('latin1'), /PRIVATE KEY/)
  // These nodes have another SECRET_KEY: the stored key is of no use, and one of them replaces it.
  const nodes = await Promise.all([1, 2, 3].map(() => loadVapidKey(sql, secrets)))
  assert.equal(new Set(nodes.map(({ publicKey }) => publicKey)).size, 1)
  assert.notEqual(nodes[0]!.publicKey, body.data.publicKey)
  const after = await stored()
  assert.equal((await loadVapidKey(sql, secrets)).publicKey, nodes[0]!.publicKey)
  assert.deepEqual([await stored(), after.value !== before.value], [after, true])
})
