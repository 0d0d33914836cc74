// Profiles and the settings file: permissions, content and concurrent writes.
import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startWorld } from '../../server/test/worlds/world.ts'
import { openConfigFile } from '../src/settings/config-file.ts'
import { readEnvironment } from '../src/settings/environment.ts'
import { resolveTarget } from '../src/settings/target.ts'
import { runCli, spawnCli, temporaryFolder } from './run-cli.ts'

const world = await startWorld()
const owner = await world.person()

function home() {
  const folder = temporaryFolder()
  const path = join(folder, 'dailies', 'config.json')
  return { env: { XDG_CONFIG_HOME: folder }, path, read: () => JSON.parse(readFileSync(path, 'utf8')) }
}

test('the settings folder follows the conventions of the platform', () => {
  const at = (env: Record<string, string>, platform: NodeJS.Platform) =>
    readEnvironment(env, platform).configFolder
  assert.equal(at({ HOME: '/home/a' }, 'linux'), '/home/a/.config/dailies')
  assert.equal(at({ HOME: '/home/a', XDG_CONFIG_HOME: '/x' }, 'linux'), '/x/dailies')
  assert.equal(at({ HOME: '/home/a', XDG_CONFIG_HOME: 'relative' }, 'linux'), '/home/a/.config/dailies')
  assert.equal(at({ HOME: '/Users/a' }, 'darwin'), '/Users/a/Library/Application Support/dailies')
  assert.equal(at({ APPDATA: '/c/a' }, 'win32'), '/c/a/dailies')
})

test('login with a key from stdin: the file is readable by its owner only and the key is not printed', async () => {
  const { env, path, read } = home()
  const { code, stdout, stderr } = await runCli(['login', '--key', '--url', `${world.url}/`], {
    env,
    stdin: `${owner.key}\n`,
  })
  assert.equal(code, 0, stderr)
  assert.equal(stderr, `Signed in to "Studio" at ${world.url}, as profile "default".\n`)
  assert.doesNotMatch(stdout + stderr, /rvk_/)
  assert.equal(statSync(path).mode & 0o777, 0o600)
  assert.equal(statSync(join(path, '..')).mode & 0o777, 0o700)
  assert.deepEqual(readdirSync(join(path, '..')), ['config.json'])
  assert.deepEqual(read(), { profiles: { default: { url: world.url, key: owner.key } }, current: 'default' })
  assert.equal((await runCli(['whoami'], { env })).code, 0)
  assert.doesNotMatch((await runCli(['profiles', '--json'], { env })).stdout, /rvk_/)
})

test('a rejected key is not stored (exit code 3); a malformed key is not sent (exit code 2)', async () => {
  const { env, path } = home()
  const wrong = await runCli(['login', '--key', '--url', world.url], {
    env,
    stdin: `${owner.key.slice(0, -1)}_`,
  })
  assert.equal(wrong.code, 3)
  assert.match(wrong.stderr, /rejected this key/)
  const nonsense = await runCli(['login', '--key', 'hunter2', '--url', world.url], { env })
  assert.equal(nonsense.code, 2)
  assert.doesNotMatch(nonsense.stderr + wrong.stderr, /hunter2|rvk_\w{5}/)
  assert.throws(() => statSync(path))
})

test('a key copied with an ellipsis: exit code 2, without printing the key', async () => {
  const env = { DAILIES_URL: world.url, DAILIES_API_KEY: 'rvk_…' }
  const { code, stderr } = await runCli(['projects', 'list'], { env })
  assert.equal(code, 2)
  assert.match(stderr, /API key/)
  assert.doesNotMatch(stderr, /rvk_…|connection/)
})

test('a settings file that others can read: a warning with the fix', async () => {
  const { env, path } = home()
  await runCli(['login', '--key', '--url', world.url], { env, stdin: owner.key })
  chmodSync(path, 0o644)
  const { code, stderr } = await runCli(['ping'], { env })
  assert.equal(code, 0)
  assert.match(stderr, /Warning: other users can read .*chmod 600/)
  // The next write restores the permissions.
  await runCli(['profiles', 'use', 'default'], { env })
  await runCli(['login', '--key', '--url', world.url, '--profile', 'second'], { env, stdin: owner.key })
  assert.equal(statSync(path).mode & 0o777, 0o600)
})

test('profiles can be listed, chosen and removed', async () => {
  const { env, read } = home()
  for (const name of ['one', 'two', 'constructor'])
    await runCli(['login', '--key', '--url', world.url, '--profile', name], { env, stdin: owner.key })
  const list = JSON.parse((await runCli(['profiles', '--json'], { env })).stdout)
  assert.deepEqual(
    list.map(({ name, current }: { name: string; current: boolean }) => [name, current]),
    [
      ['one', true],
      ['two', false],
      ['constructor', false],
    ],
  )
  assert.match((await runCli(['profiles', 'use', 'two'], { env })).stderr, /Using "two"/)
  assert.match(
    (await runCli(['profiles', 'use', 'tow'], { env })).stderr,
    /no profile "tow"\. Did you mean two\?/,
  )
  assert.match(
    (await runCli(['profiles', 'remove', 'two'], { env })).stderr,
    /Signed out of .*Now using "one"/,
  )
  assert.equal((await runCli(['logout', '--profile', 'constructor'], { env })).code, 0)
  assert.deepEqual(Object.keys(read().profiles), ['one'])
  assert.equal((await runCli(['logout'], { env })).code, 0)
  assert.equal((await runCli(['logout'], { env })).code, 3)
  assert.deepEqual(read(), { profiles: {} })
})

test('flags override environment variables, which override the profile', () => {
  const environment = (more: Record<string, string>) => readEnvironment({ HOME: '/h', ...more }, 'linux')
  const data = {
    current: 'a',
    profiles: { a: { url: 'http://a', key: 'A' }, b: { url: 'http://b', key: 'B' } },
  }
  assert.deepEqual(resolveTarget({}, environment({}), data), { url: 'http://a', profile: 'a' })
  assert.deepEqual(
    resolveTarget({ profile: 'b' }, environment({ DAILIES_URL: 'http://c', DAILIES_API_KEY: 'C' }), data),
    { url: 'http://b', profile: 'b' },
  )
  assert.deepEqual(resolveTarget({}, environment({ DAILIES_PROFILE: 'b' }), data), {
    url: 'http://b',
    profile: 'b',
  })
  assert.deepEqual(resolveTarget({}, environment({ DAILIES_URL: 'http://b' }), data), {
    url: 'http://b',
    profile: 'b',
  })
  assert.deepEqual(resolveTarget({}, environment({ DAILIES_URL: 'http://c' }), data), { url: 'http://c' })
  assert.deepEqual(resolveTarget({ url: 'http://c', profile: 'a' }, environment({}), data), {
    url: 'http://c',
  })
  assert.deepEqual(resolveTarget({ key: 'K' }, environment({ DAILIES_API_KEY: 'C' }), data), {
    url: 'http://a',
    key: 'K',
  })
  assert.deepEqual(resolveTarget({}, environment({}), { profiles: {} }), { url: 'http://localhost:8080' })
  const url = (given: string) => resolveTarget({ url: given }, environment({}), { profiles: {} }).url
  assert.deepEqual(['localhost:1', 'review.example.com/', 'https://x/base/'].map(url), [
    'http://localhost:1',
    'https://review.example.com',
    'https://x/base',
  ])
})

test('concurrent changes of the settings file: no change is lost', async () => {
  const { env, read } = home()
  await runCli(['login', '--key', '--url', world.url], { env, stdin: owner.key })
  const logins = Array.from({ length: 6 }, async (_, i) => {
    const { child, ended } = spawnCli(['login', '--key', '--url', world.url, '--profile', `p${i}`], env)
    child.stdin.end(owner.key)
    return ended
  })
  for (const { code, stderr } of await Promise.all(logins)) assert.equal(code, 0, stderr)
  assert.deepEqual(Object.keys(read().profiles).sort(), ['default', 'p0', 'p1', 'p2', 'p3', 'p4', 'p5'])
})

test('the lock of a killed process is removed', async () => {
  const { env, path } = home()
  const folder = join(path, '..')
  mkdirSync(folder)
  const { child, ended } = spawnCli(['--version'])
  await ended
  writeFileSync(join(folder, 'lock'), `${child.pid} gone`)
  const config = openConfigFile(folder)
  let inside = 0
  const work = async () =>
    config.change(async (data) => {
      assert.equal(++inside, 1)
      await new Promise(setImmediate)
      inside--
      data.profiles[`p${Math.random()}`] = { url: env.XDG_CONFIG_HOME }
    })
  await Promise.all(Array.from({ length: 8 }, work))
  assert.equal(Object.keys((await config.read()).profiles).length, 8)
  assert.deepEqual(readdirSync(folder), ['config.json'])
})

test('a broken settings file: exit code 1 and its path', async () => {
  const { env, path } = home()
  mkdirSync(join(path, '..'))
  writeFileSync(path, '{')
  const { code, stderr } = await runCli(['ping'], { env })
  assert.equal(code, 1)
  assert.match(stderr, /config\.json is not valid JSON\.\n {2}Fix or delete it/)
})
