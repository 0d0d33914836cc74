// `npm run dev`: one URL for Vite and the server behind it.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { root } from '../../server/src/surfaces/web/sources.ts'
import { linkIn, pageClient } from '../../server/test/helpers/page-client.ts'
import { createTestDatabase } from '../../server/test/worlds/world.ts'

async function freePort(): Promise<number> {
  const probe = createServer().listen(0)
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  return port
}

/** Starts `npm run dev` and waits until the server behind it prints its URL; the sign-in link is in a file. */
async function startDev() {
  const dataDir = mkdtempSync(join(tmpdir(), 'dailies-dev-'))
  const { url: DATABASE_URL, drop } = await createTestDatabase()
  const port = await freePort()
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, DATABASE_URL, PORT: String(port) }
  const child = spawn(process.execPath, [join(root, 'web/dev.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  after(async () => {
    child.kill()
    await ended
    await drop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  let said = ''
  for await (const line of createInterface(child.stdout)) {
    said += `${line}\n`
    if (line.includes('Dailies is running at')) break
  }
  child.stdout.resume()
  const first = readFileSync(join(dataDir, 'first-start.txt'), 'utf8')
  return { said, first, url: `http://localhost:${port}` }
}

test('the dev server serves the app from Vite and everything else from the server', async () => {
  const { said, first, url } = await startDev()
  assert.ok(said.includes(`Dailies is running at ${url}`), said)
  const client = pageClient(url)
  assert.equal((await client.get('/projects/x?a=b')).location, '/sign-in?next=%2Fprojects%2Fx%3Fa%3Db')
  const token = linkIn(first).split('token=')[1]!
  assert.equal((await client.post('/sign-in/link', { token })).status, 303)
  for (const path of ['/', '/projects/x?a=b', '/dev/tokens']) {
    const { status, text } = await client.get(path)
    assert.equal(status, 200)
    assert.match(text, /\/@vite\/client/)
    assert.match(text, /\/src\/main\.tsx/)
  }
  assert.match((await client.get('/src/main.tsx')).text, /jsxDEV/)
  assert.equal(await client.who(), 'Owner · Studio')
  assert.match((await client.get('/openapi.json')).text, new RegExp(`"url":"${url}`))
})
