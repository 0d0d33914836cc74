// The root of the repository, and the tools in its node_modules. Tools run on the current Node, so nothing has to be on the
// PATH on any platform.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

export const tools = {
  biome: 'node_modules/@biomejs/biome/bin/biome',
  tsc: 'node_modules/tsc/bin/tsc',
}

/** Paths of all files of a repository that git tracks or would track. */
export function sourceFiles(repository: string): string[] {
  const listed = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const output = execFileSync('git', listed, { cwd: repository, encoding: 'utf8', maxBuffer: 2 ** 26 })
  // A deleted file is listed until its deletion is committed.
  return output.split('\0').filter((path) => path !== '' && existsSync(join(repository, path)))
}

/** Runs a script or a tool from the root of the repository and returns its exit code. */
export function runScript(script: string, ...args: string[]): number {
  const { status, error } = spawnSync(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' })
  if (error) throw error
  return status ?? 1
}

/** Formats a TypeScript source, and sorts its imports, as `npm run format` would. */
export function formatSource(path: string, source: string): string {
  const args = [tools.biome, 'check', '--write', `--stdin-file-path=${path}`]
  const { status, stdout, stderr, error } = spawnSync(process.execPath, args, {
    cwd: root,
    input: source,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (error) throw error
  if (status !== 0) throw new Error(`${path} cannot be formatted: ${stderr}`)
  return stdout
}
