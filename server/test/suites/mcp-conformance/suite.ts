// The official conformance suite and the inspector, which are installed when a test asks for them first, and run against the
// real server. vite, which only the inspector's web page needs, is pinned to an older version: the newest requires
// binaries that not every registry has.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { installPackages } from '../../helpers/on-request-packages.ts'
import { type Finished, runCommand } from '../../helpers/run-command.ts'

export const suiteFolder = fileURLToPath(new URL('.', import.meta.url))

const scripts = {
  conformance: 'conformance/dist/index.js',
  inspector: 'inspector/clients/launcher/build/index.js',
}

export type RunSuite = (
  script: keyof typeof scripts,
  args: readonly string[],
  onOutput?: (text: string) => void,
) => Promise<Finished>

/**
 * Runs on the current Node, because the suite needs 24 or later, and in a home folder of its own, because the
 * inspector writes there.
 */
export async function installSuite(): Promise<RunSuite> {
  const { folder } = await installPackages(suiteFolder)
  const home = mkdtempSync(join(tmpdir(), 'dailies-mcp-'))
  after(() => rmSync(home, { recursive: true, force: true }))
  const { PATH, TMPDIR } = process.env
  const env = { PATH, TMPDIR, HOME: home, NO_COLOR: '1' }
  return (script, args, onOutput) => {
    const file = join(folder, 'node_modules/@modelcontextprotocol', scripts[script])
    return runCommand(process.execPath, [file, ...args], { cwd: home, env, seconds: 600, onOutput })
  }
}
