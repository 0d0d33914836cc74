// Modules of the server, where it is installed beside the CLI. The package of the CLI alone, a bundle, does not have them.
import { existsSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'

export type LocalChecker = typeof import('../../server/src/check-files.ts')

/** Runs the command in `process.argv`: the server parses its own arguments and settings. Returns false where it is not installed. */
export async function loadServer(): Promise<boolean> {
  return (await load(new URL('../../server/src/main.ts', import.meta.url))) !== undefined
}

export function loadLocalChecker(): Promise<LocalChecker | undefined> {
  return load(new URL('../../server/src/check-files.ts', import.meta.url)) as Promise<
    LocalChecker | undefined
  >
}

async function load(module: URL): Promise<unknown> {
  // The package `dailies` has both as JavaScript, the repository as TypeScript.
  const isThere = extname(import.meta.url) === extname(module.href) && existsSync(fileURLToPath(module))
  return isThere ? import(module.href) : undefined
}
