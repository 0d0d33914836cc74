// The contract of every storage for discarded objects and its marker file.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import type { Discarded, Storage } from '../core/storage.ts'
import { bytesOf, newKey } from './fixtures/client.ts'

const day = '2026-11-15'

export function testDiscarded(getStorage: () => Storage): void {
  async function put(key: string, bytes: Buffer): Promise<void> {
    await getStorage().write(key, Readable.from([bytes], { objectMode: false }))
  }
  async function isListed(key: string): Promise<boolean> {
    return (await Array.fromAsync(getStorage().objects())).some((object) => object.key === key)
  }
  async function discardedOf(key: string): Promise<Discarded[]> {
    return (await Array.fromAsync(getStorage().discarded())).filter((discarded) => discarded.key === key)
  }

  // The larger object is copied in pieces where a storage cannot rename.
  for (const size of [10, 64 * 2 ** 20 + 1]) {
    test(`an object of ${size} bytes is discarded, is not listed then, and returns complete`, async () => {
      const storage = getStorage()
      const key = newKey()
      const bytes = randomBytes(size)
      await put(key, bytes)
      await storage.discardObject({ key, day })
      assert.equal(await storage.stat(key), undefined)
      assert.equal(await isListed(key), false)
      assert.deepEqual(await discardedOf(key), [{ key, day }])
      await storage.returnObject({ key, day })
      assert.ok(bytes.equals(await bytesOf(storage, key)))
      assert.deepEqual(await discardedOf(key), [])
      await storage.remove(key)
    })
  }

  test('discarding a missing object does nothing; the later of two on one day replaces the first', async () => {
    const storage = getStorage()
    const key = newKey()
    assert.equal(await storage.discardObject({ key, day }), false)
    assert.deepEqual(await discardedOf(key), [])
    for (const text of ['first', 'second']) {
      await put(key, Buffer.from(text))
      assert.equal(await storage.discardObject({ key, day }), true)
    }
    await storage.returnObject({ key, day })
    assert.equal(String(await bytesOf(storage, key)), 'second')
    await storage.remove(key)
  })

  test('moving back does not replace a newer object with the same key', async () => {
    const storage = getStorage()
    const key = newKey()
    await put(key, Buffer.from('old'))
    await storage.discardObject({ key, day })
    await put(key, Buffer.from('new'))
    await storage.returnObject({ key, day })
    assert.equal(String(await bytesOf(storage, key)), 'new')
    assert.deepEqual(await discardedOf(key), [{ key, day }])
    await storage.removeDiscarded({ key, day })
    await storage.removeDiscarded({ key, day })
    assert.deepEqual(await discardedOf(key), [])
    await storage.remove(key)
  })

  test('the first marker file stays unless it is replaced, and is not listed as an object', async () => {
    const storage = getStorage()
    await storage.writeMarker('first', { replace: true })
    await Promise.all(['a', 'b'].map((text) => storage.writeMarker(text, { replace: false })))
    assert.equal(await storage.readMarker(), 'first')
    await storage.writeMarker('new', { replace: true })
    assert.equal(await storage.readMarker(), 'new')
    assert.equal(await isListed('installation.json'), false)
  })
}
