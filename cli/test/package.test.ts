// The published package, installed outside of the repository, with Node alone.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { buildCli } from '../../scripts/lib/build-packages.ts'
import { startWorld } from '../../server/test/worlds/world.ts'
import { temporaryFolder } from './run-cli.ts'

const world = await startWorld()
const { id: projectId, owner } = await world.project()

test('the installed package calls a server and explains where server commands run', async () => {
  const built = join(temporaryFolder(), 'built')
  await buildCli(built)
  // `npm install ./cli/dist` links to the checkout, whose server may need another version of Node.
  const checkout = temporaryFolder()
  const installed = join(checkout, 'cli', 'dist')
  cpSync(built, installed, { recursive: true })
  mkdirSync(join(checkout, 'server', 'src'), { recursive: true })
  writeFileSync(join(checkout, 'server', 'src', 'main.ts'), 'throw new Error("from the package")')
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  assert.equal(manifest.dependencies, undefined)
  assert.equal(manifest.private, undefined)
  const program = join(installed, manifest.bin.dailies)
  const env = {
    PATH: process.env.PATH,
    XDG_CONFIG_HOME: installed,
    DAILIES_URL: world.url,
    DAILIES_API_KEY: owner.key,
  }
  const run = (...words: string[]) =>
    promisify(execFile)(process.execPath, [program, ...words], { env, cwd: installed })

  assert.equal((await run('--version')).stdout, `${manifest.version}\n`)
  assert.equal(JSON.parse((await run('projects', 'get', projectId, '--json')).stdout).id, projectId)
  const path = join(installed, 'README.md')
  const { stdout } = await run('files', 'upload', projectId, path, '--json')
  await run('files', 'download', JSON.parse(stdout)[0].id, '--out', join(installed, 'copy'))
  assert.equal(readFileSync(join(installed, 'copy'), 'utf8'), readFileSync(path, 'utf8'))
  await assert.rejects(run('admin', 'user', 'list'), {
    code: 2,
    stderr: /not installed here\.\n {2}Run it where the server is/,
  })
  // Reports are part of the CLI; measuring is not.
  await assert.rejects(run('check', JSON.parse(stdout)[0].id, '--format', 'junit', '--timeout', '60'), {
    code: 11,
    stdout: /<testsuite name="README\.md" tests="1" failures="0" errors="1"/,
  })
  await assert.rejects(run('check', path), {
    code: 2,
    stderr: /measured by the code of the server, which is not installed here\.\n {2}Use the package `dailies`/,
  })
})
