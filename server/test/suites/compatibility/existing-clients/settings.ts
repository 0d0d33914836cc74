// Item 11 of what surprised clients: every value that the reference returns can also be set.
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, expect, newProject, pixel, service } from '../client.ts'
import { browserHeaders, workspaceId } from '../people.ts'
import { test } from '../suite.ts'

const asPerson = { key: null, headers: browserHeaders }

async function putImage(path: string): Promise<Answer> {
  const headers = { ...browserHeaders, 'Content-Type': 'image/png' }
  const body = new Uint8Array(pixel)
  const response = await fetch(service.url + path, { method: 'PUT', headers, body })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) }
}

/** Asserts that an avatar is an image of the requested size. */
async function assertAvatar(url: string): Promise<void> {
  const { pathname } = new URL(url)
  for (const size of ['', '?size=64', '?size=128']) {
    const image = await fetch(service.url + pathname + size)
    assert.deepEqual([image.status, image.headers.get('content-type')], [200, 'image/webp'], size)
  }
}

/** Polls Ping: a server remembers a credential and its workspace for up to a second. */
async function pingReturns(field: 'name' | 'avatarUrl', value: string | null): Promise<void> {
  let shown: unknown
  for (const end = performance.now() + 5_000; performance.now() < end; await pause(50)) {
    shown = (await expect(200, 'GET /api/ping')).workspace[field]
    if (shown === value) return
  }
  assert.equal(shown, value)
}

test('11. the name of the workspace is set by operation and by admin, and Ping returns it', async () => {
  await expect(204, 'PATCH /api/workspace', { ...asPerson, body: { name: 'Second unit' } })
  await pingReturns('name', 'Second unit')
  await service.admin('workspace', 'update', '--workspace', workspaceId, '--name', 'Third unit')
  await pingReturns('name', 'Third unit')
})

// reference: 2.1.4
test('11. the avatar of the workspace is uploaded, returned by Ping, served in sizes, and removed', async () => {
  const { status, body } = await putImage('/api/workspace/avatar')
  assert.equal(status, 200, JSON.stringify(body))
  await pingReturns('avatarUrl', body.data.avatarUrl)
  await assertAvatar(body.data.avatarUrl)
  await expect(204, 'DELETE /api/workspace/avatar', asPerson)
  await pingReturns('avatarUrl', null)
})

// reference: 2.3.6, 2.3.7
test('11. in List Members, the display name and avatar of the workspace override those of the account', async () => {
  const project = await newProject()
  const shown = async () => (await expect(200, `GET /api/projects/${project}/members`))[0].user
  const account = await shown()
  await expect(204, 'PATCH /api/account', { ...asPerson, body: { displayName: 'Ada (VFX)' } })
  assert.equal((await shown()).name, 'Ada (VFX)')
  const own = (await putImage('/api/account/avatar')).body.data.avatarUrl
  assert.equal((await shown()).avatarUrl, own)
  const here = (await putImage('/api/account/avatar?thisWorkspaceOnly=true')).body.data.avatarUrl
  assert.notEqual(here, own)
  assert.equal((await shown()).avatarUrl, here)
  await assertAvatar(here)
  await expect(204, 'PATCH /api/account', { ...asPerson, body: { displayName: null } })
  await expect(204, 'DELETE /api/account/avatar', { ...asPerson, body: { thisWorkspaceOnly: true } })
  await expect(204, 'DELETE /api/account/avatar', asPerson)
  assert.deepEqual(await shown(), account)
})
