import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite } from 'node:test'
import { startByteServer } from './fixtures/byte-server.ts'
import { testStorage } from './storage.contract.ts'

const root = mkdtempSync(join(tmpdir(), 'dailies-disk-'))
const server = await startByteServer(join(root, 'files'))
after(async () => {
  await server.app.close()
  rmSync(root, { recursive: true, force: true })
})

suite('disk', () => testStorage(() => server.storage))
