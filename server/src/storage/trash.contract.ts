// The contract of every storage for its trash and its marker file.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import type { Storage, Trashed } from '../core/storage.ts'
import { bytesOf, newKey } from './fixtures/client.ts'

const day = '2026-11-15'

export function testTrash(getStorage: () => Storage): void {
  async function put(key: string, bytes: Buffer): Promise<void> {
    await getStorage().write(key, Readable.from([bytes], { objectMode: false }))
  }
  async function isListed(key: string): Promise<boolean> {
    return (await Array.fromAsync(getStorage().objects())).some((object) => object.key === key)
  }
  async function trashOf(key: string): Promise<Trashed[]> {
    return (await Array.fromAsync(getStorage().trashed())).filter((trashed) => trashed.key === key)
  }

  // The larger object is copied in pieces where a storage cannot rename.
  for (const size of [10, 64 * 2 ** 20 + 1]) {
    test(`an object of ${size} bytes moves to the trash, is not listed there, and moves back complete`, async () => {
      const storage = getStorage()
      const key = newKey()
      const bytes = randomBytes(size)
      await put(key, bytes)
      await storage.moveToTrash({ key, day })
      assert.equal(await storage.stat(key), undefined)
      assert.equal(await isListed(key), false)
      assert.deepEqual(await trashOf(key), [{ key, day }])
      await storage.restoreFromTrash({ key, day })
      assert.ok(bytes.equals(await bytesOf(storage, key)))
      assert.deepEqual(await trashOf(key), [])
      await storage.remove(key)
    })
  }

  test('moving a missing object to the trash does nothing; the later of two on one day replaces the first', async () => {
    const storage = getStorage()
    const key = newKey()
    assert.equal(await storage.moveToTrash({ key, day }), false)
    assert.deepEqual(await trashOf(key), [])
    for (const text of ['first', 'second']) {
      await put(key, Buffer.from(text))
      assert.equal(await storage.moveToTrash({ key, day }), true)
    }
    await storage.restoreFromTrash({ key, day })
    assert.equal(String(await bytesOf(storage, key)), 'second')
    await storage.remove(key)
  })

  test('moving back does not replace a newer object with the same key', async () => {
    const storage = getStorage()
    const key = newKey()
    await put(key, Buffer.from('old'))
    await storage.moveToTrash({ key, day })
    await put(key, Buffer.from('new'))
    await storage.restoreFromTrash({ key, day })
    assert.equal(String(await bytesOf(storage, key)), 'new')
    assert.deepEqual(await trashOf(key), [{ key, day }])
    await storage.removeFromTrash({ key, day })
    await storage.removeFromTrash({ key, day })
    assert.deepEqual(await trashOf(key), [])
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
