import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteExpiredCredentials } from '../../jobs/delete-expired.ts'
import { created, files, startShareWorld, versions } from './fixtures/share-world.ts'

const { world, sql, projectId, manage, api, file, folder, version, share, comment } = await startShareWorld()

test('201: shows what guests see, and nothing that only the manager sees', async () => {
  const id = await file()
  const made = await share(files(id), { comments: 'OWN' })
  await comment(id, 'internal')
  const { token } = created(await manage(`POST /api/shares/${made.id}/preview`))
  const seen = (await api(token, 'GET /api/share')).body.data
  assert.equal(seen.guest.preview, true)
  assert.deepEqual(
    seen.files.map((one: { id: string }) => one.id),
    [id],
  )
  assert.deepEqual((await api(token, `QUERY /api/files/${id}/comments`, {})).body.data, [])
  assert.equal((await api(token, `GET /api/files/${await file()}`)).status, 404)
  assert.equal((await api(token, `GET /api/projects/${projectId}`)).status, 404)
})

test('403: a preview neither comments nor uploads nor gives verdicts', async () => {
  const id = await file()
  const versionId = await version([id])
  const settings = { verdicts: true, upload: { folder: { id: await folder() } } }
  const made = await share(versions(versionId), settings)
  const { token } = created(await manage(`POST /api/shares/${made.id}/preview`))
  for (const [route, body] of [
    [`POST /api/files/${id}/comments`, { content: 'x' }],
    [`PUT /api/versions/${versionId}/verdict`, { verdict: 'APPROVED' }],
    [`POST /api/projects/${projectId}/files/upload.multipart`, { name: 'a', size: 1 }],
  ] as const) {
    const refused = await api(token, route, body)
    assert.deepEqual([refused.status, refused.body.code], [403, 'share_preview'], route)
  }
})

test('a preview ends with the part of its viewer in the project', async () => {
  const made = await share(files(await file()))
  const manager = await world.member(projectId, 'PROJECT_MANAGER')
  const { token } = created(await api(manager.key, `POST /api/shares/${made.id}/preview`))
  assert.equal((await api(token, 'GET /api/share')).status, 200)
  await sql`delete from project_members where user_id = ${manager.userId}`
  assert.equal((await api(token, 'GET /api/share')).status, 401)
})

test('expired previews are deleted', async () => {
  const made = await share(files(await file()))
  created(await manage(`POST /api/shares/${made.id}/preview`))
  await made.guest()
  await sql`update share_guests set expires_at = now() - interval '1 second' where share_id = ${made.id}`
  await world.runJob(deleteExpiredCredentials)
  const left = await sql<{ preview: boolean }>`select preview from share_guests where share_id = ${made.id}`
  assert.deepEqual(left, [{ preview: false }], 'guests stay on the record')
})

test('409: an ended share has no preview', async () => {
  const made = await share(files(await file()))
  await manage(`POST /api/shares/${made.id}/end`)
  assert.equal((await manage(`POST /api/shares/${made.id}/preview`)).body.code, 'share_ended')
})
