// The CLI as a process: signals, pipes, server commands and shell completion.
import assert from 'node:assert/strict'
import { execFile, spawn, spawnSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { commands as adminCommands } from '../../server/src/admin/run.ts'
import { builtInProfiles } from '../../server/src/media/checks/built-in-profiles.ts'
import { newFile } from '../../server/test/worlds/samples.ts'
import { startWorld } from '../../server/test/worlds/world.ts'
import { completionScript } from '../src/completion-scripts.ts'
import { operations } from '../src/generated/commands.ts'
import { main, runCli, spawnCli, temporaryFolder } from './run-cli.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()
const env = { DAILIES_URL: world.url, DAILIES_API_KEY: owner.key }

test('results go to stdout, messages to stderr', async () => {
  const good = await spawnCli(['projects', 'get', projectId, '--json'], env).ended
  assert.deepEqual([good.code, good.stderr], [0, ''])
  assert.equal(JSON.parse(good.stdout).id, projectId)
  assert.equal((await spawnCli(['projects', 'get', 'nothing'], env).ended).code, 5)
  assert.equal((await spawnCli(['nonsense'], env).ended).code, 2)
})

test('--input - reads stdin', async () => {
  const { child, ended } = spawnCli(['folders', 'create', projectId, '--input', '-', '--json'], env)
  child.stdin.end('{"name":"From stdin"}')
  const { code, stdout } = await ended
  assert.equal(code, 0)
  assert.match(JSON.parse(stdout).id, /^DX/)
})

test('Ctrl-C: exit code 130 and no message', async () => {
  const arrived = Promise.withResolvers<void>()
  const server = createServer(() => arrived.resolve())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  const { port } = server.address() as AddressInfo
  const { child, ended } = spawnCli(['ping'], { ...env, DAILIES_URL: `http://127.0.0.1:${port}` })
  await arrived.promise
  child.kill('SIGINT')
  assert.deepEqual(await ended, { code: 130, stdout: '', stderr: '' })
})

test('a closed pipe is not a failure', async () => {
  await Promise.all(Array.from({ length: 120 }, () => newFile(world, projectId, owner)))
  const shell = `set -o pipefail; "$0" "$1" files list ${projectId} --all --json | head -c 100`
  const { status, stdout, stderr } = await inShell(shell)
  assert.deepEqual([status, stdout.length, stderr], [0, 100, ''])
})

async function inShell(script: string): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const child = spawn('bash', ['-c', script, process.execPath, main], { env: { ...process.env, ...env } })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (text) => {
    stdout += text
  })
  child.stderr.on('data', (text) => {
    stderr += text
  })
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, stdout, stderr })))
}

test('server commands are handed on to the server', async () => {
  const { code, stdout } = await spawnCli(['admin', 'key', '--help']).ended
  assert.equal(code, 0)
  assert.match(stdout, /Usage\n {2}npm run -s dailies -- admin[\s\S]*key create/)
  const wrong = await spawnCli(['migrate'], { PORT: 'nonsense' }).ended
  assert.deepEqual(
    [wrong.code, wrong.stderr],
    [1, 'dailies: PORT=nonsense must be a whole number from 0 to 65535\n'],
  )
})

test('completion offers commands, flags, values, profiles and server commands', async () => {
  const folder = temporaryFolder()
  await runCli(['login', '--key', '--profile', 'studio', '--url', world.url], {
    env: { XDG_CONFIG_HOME: folder },
    stdin: owner.key,
  })
  const complete = async (...words: string[]) => {
    const { stdout } = await runCli(['__complete', ...words], { env: { XDG_CONFIG_HOME: folder } })
    return stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split('\t')[0]!)
  }
  const first = await complete('')
  for (const { words } of operations) assert.ok(first.includes(words[0]!), words.join(' '))
  for (const word of ['login', 'profiles', 'events', 'all', 'serve', 'worker', 'migrate', 'admin'])
    assert.ok(first.includes(word))
  assert.deepEqual(await complete('fol'), ['folders'])
  assert.deepEqual(await complete('folders', ''), ['create', 'delete', 'list', 'restore', 'update'])
  assert.deepEqual(await complete('--json', 'folders', 'cr'), ['create'])
  assert.deepEqual(await complete('folders', 'create', 'P', '--n'), ['--name'])
  assert.deepEqual(await complete('files', 'set-tag', 'FX', '--tag', 'APP'), ['APPROVED'])
  assert.deepEqual(await complete('--profile', ''), ['studio'])
  assert.deepEqual(await complete('--profile', 'studio', 'fol'), ['folders'])
  // `check` has a flag of the same name, for check profiles: after the command it hides the global one.
  assert.deepEqual(await complete('check', 'cut.mp4', '--profile', ''), Object.keys(builtInProfiles))
  assert.deepEqual(await complete('check', 'cut.mp4', '--profile', './'), [])
  assert.deepEqual(await complete('check', 'cut.mp4', '--prof'), ['--profile'])
  assert.deepEqual(await complete('--profile', 'studio', 'check', '--profile', 'e'), ['ebu'])
  assert.deepEqual(await complete('folders', 'list', 'P', '--profile', ''), ['studio'])
  assert.deepEqual(await complete('completion', ''), ['bash', 'zsh', 'fish'])
  assert.deepEqual(await complete('files', 'upload', 'P', ''), [])
  for (const { name, options } of adminCommands) {
    const words = name.split(' ')
    assert.ok((await complete('admin', ...words.slice(0, -1), '')).includes(words.at(-1)!), name)
    const flags = await complete('admin', ...words, '--')
    for (const option of Object.keys(options)) assert.ok(flags.includes(`--${option}`), `${name} --${option}`)
  }
})

for (const shell of ['bash', 'zsh', 'fish']) {
  const there = spawnSync(shell, ['--version']).error === undefined
  test(
    `${shell} accepts its completion script`,
    there ? {} : { skip: `${shell} is not installed` },
    async () => {
      const path = join(temporaryFolder(), 'script')
      writeFileSync(path, completionScript(shell)!)
      await promisify(execFile)(shell, ['-n', path])
    },
  )
}

test('bash completes a command', async () => {
  const bin = temporaryFolder()
  writeFileSync(join(bin, 'dailies'), `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`)
  chmodSync(join(bin, 'dailies'), 0o755)
  const script = `PATH="${bin}:$PATH"
source <(dailies completion bash)
COMP_WORDS=(dailies folders cr); COMP_CWORD=2; _dailies; echo "\${COMPREPLY[*]}"
COMP_WORDS=(dailies files set-tag FX --tag ""); COMP_CWORD=5; _dailies; echo "\${COMPREPLY[*]}"
COMP_WORDS=(dailies files upload P ""); COMP_CWORD=4; _dailies; echo "[\${COMPREPLY[*]}]"
complete -p dailies`
  const { status, stdout, stderr } = await inShell(script)
  assert.deepEqual([status, stderr], [0, ''])
  assert.equal(
    stdout,
    'create\nIN_PROGRESS NEED_REVIEW NEED_EDIT ON_HOLD APPROVED REJECTED CLOSED\n[]\ncomplete -o default -F _dailies dailies\n',
  )
})
