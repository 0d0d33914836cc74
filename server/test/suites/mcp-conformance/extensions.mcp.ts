// Scenarios of the official suite that no revision requires: skills, and an authorization server.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { consent, freePort, startOAuthWorld } from '../../worlds/oauth-world.ts'
import { installSuite } from './suite.ts'
import { startTokenProxy } from './token-proxy.ts'

const run = await installSuite()
const world = await startOAuthWorld()
const { owner } = await world.project()
for (const name of ['Grade', 'Sound', 'Titles']) {
  const body = { name, description: `How we do it: ${name}.`, content: `# ${name}` }
  await world.call('POST /api/skills', { key: owner.key, body })
}
const proxy = await startTokenProxy(world.url, owner.key)
after(() => proxy.close())

for (const scenario of ['directory', 'enumeration', 'manifest']) {
  test(`skills: the scenario of the ${scenario} passes`, async () => {
    const args = ['server', '--url', `${proxy.url}/mcp`, '--scenario', `sep-2640-skills-${scenario}`]
    const { code, output } = await run('conformance', args)
    assert.equal(code, 0, output)
    assert.match(output, /Passed: (\d+)\/\1, 0 failed, 0 warnings/, output)
  })
}

test('authorization: the metadata and a grant by code pass, with consent of a person', async () => {
  const port = await freePort()
  const { client_id } = (
    await world.register({ redirect_uris: [`http://127.0.0.1:${port}/callback`] })
  ).clientMetadata()
  const browser = await world.browser(owner.userId)
  const args = ['--url', world.base, '--client-id', client_id, '--resource', world.mcp, '--port', `${port}`]
  let printed = ''
  let opened: Promise<unknown> | undefined
  const { code, output } = await run('conformance', ['authorization', ...args], (text) => {
    printed += text
    const url = /^(http\S+\?response_type=code\S+)\n/m.exec(printed)?.[1]
    if (url !== undefined) opened ??= consent(browser, new URL(url)).then((callback) => fetch(callback))
  })
  await opened
  assert.equal(code, 0, output)
  assert.match(output, /Total: 3 passed, 0 failed/, output)
})
