import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { builtInProfiles } from '../media/checks/built-in-profiles.ts'
import { admin, createTarget } from './fixtures/admin-world.ts'

async function createPlace() {
  const target = await createTarget()
  const workspace = (await target.admin('workspace', 'create', '--name', 'North')).json.id
  const write = (name: string, content: unknown) => {
    const file = join(target.dataDir, name)
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
    return file
  }
  const run = (...args: string[]) => target.admin('check-profile', ...args)
  return { ...target, workspace, write, run }
}

test('a check profile is stored from a file, changed by the next one, listed and printed', async () => {
  const { workspace, write, run, env } = await createPlace()
  const file = write('cinema.json', { name: 'Cinema', rules: { black: { level: 'PROBLEM', seconds: 1 } } })
  const set = async (...args: string[]) => (await run('set', '--workspace', workspace, ...args)).json
  const { id, ...first } = await set('--file', file)
  assert.deepEqual(first, { version: 1, changed: true })
  assert.deepEqual(await set('--file', file), { id, version: 1, changed: false })

  const rules = { black: { level: 'INFO', seconds: 2, allowedHead: 0, allowedTail: 0 } }
  const second = write('second.json', { name: 'cinema', rules })
  assert.deepEqual(await set('--file', second, '--use'), { id, version: 2, changed: true })
  const renamed = write('renamed.json', { name: 'Theatre', rules })
  assert.deepEqual(await set('--file', renamed, '--profile', id), { id, version: 2, changed: true })

  assert.deepEqual((await run('show', '--profile', id)).json, { name: 'Theatre', rules })
  const shown = (await run('show', '--profile', id, '--version', '1')).json
  assert.deepEqual(shown.rules, { black: { ...rules.black, level: 'PROBLEM', seconds: 1 } })
  assert.deepEqual((await run('show', '--profile', 'ebu')).json, builtInProfiles.ebu)

  const all = (await run('list', '--workspace', workspace)).json
  assert.deepEqual(all.at(-1), { id, name: 'Theatre', version: 2, projectId: null, uses: 1, builtIn: false })
  assert.equal(all.length, Object.keys(builtInProfiles).length + 1)
  const text = (await admin(env, ['check-profile', 'list', '--workspace', workspace], true)).stdout
  assert.match(text, new RegExp(`${id} +Theatre +2 +the workspace +1`))
})

test('a file that is no check profile is refused with the place of the mistake', async () => {
  const { workspace, write, run } = await createPlace()
  const refused = async (content: unknown, ...args: string[]) => {
    const { code, stderr } = await run(
      'set',
      '--workspace',
      workspace,
      '--file',
      write('it.json', content),
      ...args,
    )
    assert.equal(code, 1, stderr)
    return stderr
  }
  assert.match(await refused('{'), /it\.json is not JSON/)
  const wrong = await refused({ name: 'Cinema', rules: { black: { level: 'LOUD', seconds: 1 }, blue: {} } })
  assert.match(wrong, /rules\.black\.level/)
  assert.match(wrong, /blue/)
  const valid = { name: 'Cinema', rules: {} }
  const unknown = '019a8c2e-0000-7000-8000-000000000000'
  assert.match(await refused(valid, '--project', unknown), /there is no project/)
  assert.match(await refused(valid, '--profile', 'CP0123456789abcdefABCDEF'), /there is no check profile/)
  assert.equal((await run('show', '--profile', 'nothing')).code, 1)
  assert.equal((await run('show', '--profile', 'N O')).code, 2)
  assert.equal((await run('list', '--workspace', unknown)).code, 1)
})
