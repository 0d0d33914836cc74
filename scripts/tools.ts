// Tools from node_modules, run on this very Node: nothing has to be on the PATH, on any platform.
import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

export const tools = {
  biome: 'node_modules/@biomejs/biome/bin/biome',
  tsc: 'node_modules/typescript/bin/tsc',
}

/** Runs a script of ours or a tool from the root of the repository; its exit code. */
export function runScript(script: string, ...args: string[]): number {
  const { status, error } = spawnSync(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' })
  if (error) throw error
  return status ?? 1
}
