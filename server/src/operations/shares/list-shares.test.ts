import assert from 'node:assert/strict'
import { test } from 'node:test'
import { files, startShareWorld } from './fixtures/share-world.ts'

const { world, projectId, manage, api, file, share } = await startShareWorld()

test('200: all shares of the project, newest first, also those that ended', async () => {
  assert.deepEqual((await manage(`GET /api/projects/${projectId}/shares`)).body, { data: [] })
  const made = [await share(files(await file())), await share(files(await file()))]
  await manage(`POST /api/shares/${made[0]!.id}/end`)
  const { body } = await manage(`GET /api/projects/${projectId}/shares`)
  assert.deepEqual(
    body.data.map(({ id }: { id: string }) => id),
    [made[1]!.id, made[0]!.id],
  )
  assert.deepEqual(body.data[0], (await manage(`GET /api/shares/${made[1]!.id}`)).body.data)
  assert.notEqual(body.data[1].endedAt, null)
  const other = await world.project()
  assert.deepEqual((await api(other.owner.key, `GET /api/projects/${other.id}/shares`)).body, { data: [] })
})
