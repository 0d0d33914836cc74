import assert from 'node:assert/strict'
import { test } from 'node:test'
import { admin, createTarget } from './fixtures/admin-world.ts'

test('a quota is set, shown, removed, and given back to the installation', async () => {
  const target = await createTarget()
  const id = (await target.admin('workspace', 'create', '--name', 'North')).json.id
  const quota = (...args: string[]) =>
    admin({ ...target.env, WORKSPACE_QUOTA_GB: '2' }, ['workspace', 'quota', '--workspace', id, ...args])
  const read = async (...args: string[]) => (await quota(...args)).json
  const gigabyte = 2 ** 30
  assert.deepEqual(await read(), { id, quotaBytes: 2 * gigabyte, isDefault: true, usedBytes: 0 })
  assert.deepEqual(await read('--gb', '1.5'), {
    id,
    quotaBytes: 1.5 * gigabyte,
    isDefault: false,
    usedBytes: 0,
  })
  assert.equal((await read()).quotaBytes, 1.5 * gigabyte)
  assert.deepEqual(await read('--gb', 'none'), { id, quotaBytes: null, isDefault: false, usedBytes: 0 })
  assert.equal((await read('--gb', '0')).quotaBytes, 0)
  assert.equal((await read('--gb', 'default')).isDefault, true)
  const shown = await admin(target.env, ['workspace', 'quota', '--workspace', id, '--gb', '7'], true)
  assert.equal(shown.stdout, 'The workspace "North" may store 7 GB and uses 0 GB.\n')
})

test('an unknown workspace and a wrong number are refused', async () => {
  const target = await createTarget()
  const id = (await target.admin('workspace', 'create', '--name', 'North')).json.id
  for (const gb of ['-1', 'much', '1e3', '1048577']) {
    const { code, stderr } = await target.admin('workspace', 'quota', '--workspace', id, '--gb', gb)
    assert.equal(code, 2, gb)
    assert.match(stderr, /is not a number of gigabytes|--gb/)
  }
  const unknown = await target.admin(
    'workspace',
    'quota',
    '--workspace',
    '019a8c2e-0000-7000-8000-000000000000',
  )
  assert.equal(unknown.code, 1)
  assert.match(unknown.stderr, /there is no workspace/)
})
