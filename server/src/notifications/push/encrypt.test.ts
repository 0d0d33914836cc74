import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encryptMessage, isPublicKey, maxPlainBytes } from './encrypt.ts'
import { decryptMessage, newBrowserKeys } from './fixtures/browser-keys.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

test('the example of RFC 8291, appendix A', () => {
  const receiver = {
    p256dh: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
    auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  }
  const random = {
    privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
    salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  }
  const plain = 'When I grow up, I want to be a watermelon'
  const encrypted = encryptMessage(Buffer.from(plain), receiver, random)
  assert.equal(
    encrypted.toString('base64url'),
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
  const browser = newBrowserKeys(bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'), receiver.auth)
  assert.equal(decryptMessage(encrypted, browser).toString(), plain)
})

test('a message of the largest size has 4,096 bytes, and no message equals another', () => {
  const browser = newBrowserKeys()
  const plain = Buffer.alloc(maxPlainBytes, 'x')
  const [one, two] = [encryptMessage(plain, browser), encryptMessage(plain, browser)]
  assert.equal(one.length, 4_096)
  assert.notDeepEqual(one, two)
  assert.deepEqual(decryptMessage(two, browser), plain)
  assert.throws(() => encryptMessage(Buffer.alloc(maxPlainBytes + 1), browser), /too long/)
})

test('only 65 bytes that are a point of the curve are a public key', () => {
  const { p256dh } = newBrowserKeys()
  assert.ok(isPublicKey(p256dh))
  const elsewhere = Buffer.from(p256dh)
  elsewhere[64]! ^= 1
  for (const wrong of [Buffer.alloc(0), p256dh.subarray(0, 64), Buffer.alloc(65, 4), elsewhere])
    assert.equal(isPublicKey(wrong), false)
})
