import assert from 'node:assert/strict'
import { test } from 'node:test'
import { files, startShareWorld, versions } from './fixtures/share-world.ts'

const { world, projectId, manage, api, file, version, share } = await startShareWorld()

test('200: the guests, with their addresses and their activity', async () => {
  const id = await file()
  const versionId = await version([id])
  const made = await share(versions(versionId), { verdicts: true, email: 'OPTIONAL' })
  const guest = await made.guest('Ada', { email: 'ada@example.com' })
  await guest.comment(id, 'mine')
  await guest.call(`PUT /api/versions/${versionId}/verdict`, { verdict: 'NEED_EDIT', note: 'Louder' })
  await guest.call('POST /api/share/views', { fileId: id, watched: 0.5 })
  const [seen] = (await manage(`GET /api/shares/${made.id}/guests`)).body.data
  assert.deepEqual(
    [seen.name, seen.email, seen.commentCount, seen.uploadCount],
    ['Ada', 'ada@example.com', 1, 0],
  )
  assert.deepEqual(
    seen.verdicts.map(({ version, verdict }: { version: { id: string }; verdict: string }) => [
      version.id,
      verdict,
    ]),
    [[versionId, 'NEED_EDIT']],
  )
})

test('200: pages of 50, newest guests first', async () => {
  const made = await share(files(await file()))
  for (let i = 0; i < 52; i++) await made.guest(`Guest ${i}`)
  const first = (await manage(`GET /api/shares/${made.id}/guests`)).body
  assert.deepEqual([first.data.length, first.data[0].name, first.page.hasNext], [50, 'Guest 51', true])
  const second = (await manage(`GET /api/shares/${made.id}/guests?page=2`)).body
  assert.deepEqual(
    second.data.map(({ name }: { name: string }) => name),
    ['Guest 1', 'Guest 0'],
  )
})

test('403: members of the project who do not manage it see no guests', async () => {
  const made = await share(files(await file()))
  const member = await world.member(projectId, 'PROJECT_MEMBER')
  assert.equal((await api(member.key, `GET /api/shares/${made.id}/guests`)).body.code, 'insufficient_role')
})
