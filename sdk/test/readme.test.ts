// Runs every example of the README against a real server.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { root, tools } from '../../scripts/lib/repository.ts'
import { startWorld } from '../../server/test/worlds/world.ts'

const run = promisify(execFile)
const world = await startWorld({ work: true, providers: 'configured' })
const { key } = await world.person()

const folder = mkdtempSync(join(tmpdir(), 'dailies-readme-'))
after(() => rmSync(folder, { recursive: true, force: true }))
mkdirSync(join(folder, 'node_modules/@dailies'), { recursive: true })
symlinkSync(join(root, 'sdk'), join(folder, 'node_modules/@dailies/sdk'))
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
writeFileSync(join(folder, 'take.mov'), 'not much of a film')

const readme = readFileSync(join(root, 'sdk/README.md'), 'utf8')
const examples = [...readme.matchAll(/^```ts\n(.*?)^```/gms)].map((match, i) => {
  const name = `example-${i + 1}.ts`
  writeFileSync(join(folder, name), match[1]!)
  return name
})

for (const name of examples) {
  test(`README: ${name} runs`, async () => {
    const env = { ...process.env, DAILIES_URL: world.url, DAILIES_TOKEN: key }
    const { stderr } = await run(process.execPath, [name], { cwd: folder, env, timeout: 60_000 })
    assert.equal(stderr, '')
  })
}

test('README: the examples compile', async () => {
  const compilerOptions = {
    target: 'esnext',
    module: 'nodenext',
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: examples }))
  const { stdout } = await run(process.execPath, [join(root, tools.tsc), '-p', folder]).catch(
    (error) => error,
  )
  assert.equal(stdout, '')
})
