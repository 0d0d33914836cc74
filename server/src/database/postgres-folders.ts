import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { StartupError } from '../core/startup-error.ts'
import { giveTo, isRoot, type PostgresUser } from './postgres-runner.ts'

export const POSTGRES_PORT = 5432

/** macOS allows 103 bytes, Linux 107. */
const LONGEST_SOCKET_PATH = 103
const LARGEST_LOG = 10 * 2 ** 20

export type PostgresFolders = {
  dataDir: string
  /** The data folder of Postgres. */
  pgData: string
  /**
   * Private to Postgres and its users: the pipe that shows whether it is in use, and the socket unless the path is
   * too long.
   */
  runFolder: string
  socketFolder: string
  log: string
}

export function ensureDataDir(path: string): string {
  try {
    if (mkdirSync(path, { recursive: true })) chmodSync(path, 0o755)
    return realpathSync(path)
  } catch (error) {
    throw new StartupError(`DATA_DIR is ${path}, which cannot be created: ${(error as Error).message}`)
  }
}

export function ensureFolders(dataDir: string, user: PostgresUser): PostgresFolders {
  const runFolder = join(dataDir, 'postgres-run')
  // Within DATA_DIR nobody else creates folders; after a restore by root it may have the wrong owner.
  if (makeFolder(runFolder) || isRoot()) giveTo(user, runFolder)
  assertPrivate(runFolder, user)
  return {
    dataDir,
    pgData: join(dataDir, 'postgres'),
    runFolder,
    socketFolder: fits(runFolder) ? runFolder : ensureShortFolder(dataDir, runFolder, user),
    log: join(dataDir, 'postgres.log'),
  }
}

function fits(folder: string): boolean {
  return Buffer.byteLength(`${folder}/.s.PGSQL.${POSTGRES_PORT}`) <= LONGEST_SOCKET_PATH
}

/** Stored in the run folder, as TMPDIR differs between a service and the shell of its operator. */
function ensureShortFolder(dataDir: string, runFolder: string, user: PostgresUser): string {
  const memory = join(runFolder, 'socket-folder')
  const name = `dailies-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
  // The temporary folder of root is not always accessible to the user of Postgres.
  const parent = isRoot() || !fits(join(tmpdir(), name)) ? '/tmp' : tmpdir()
  try {
    if (!existsSync(dirname(readlinkSync(memory)))) rmSync(memory)
  } catch {
    // Nothing stored yet.
  }
  try {
    symlinkSync(join(parent, name), memory)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const folder = readlinkSync(memory)
  if (makeFolder(folder)) giveTo(user, folder)
  assertPrivate(folder, user)
  return folder
}

function makeFolder(path: string): boolean {
  try {
    mkdirSync(path, { mode: 0o700 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw new StartupError(`Postgres needs the folder ${path}: ${(error as Error).message}`)
  }
}

/**
 * A user who can enter the folder could become the database's superuser, so a folder created by another user is
 * refused.
 */
function assertPrivate(folder: string, user: PostgresUser): void {
  const stat = lstatSync(folder)
  if (!stat.isDirectory() || stat.uid !== user.uid || stat.mode & 0o077) {
    throw new StartupError(
      `${folder} must be a folder that only uid ${user.uid} may enter: remove it; the next start creates it again`,
    )
  }
}

/** Copies and empties instead of renaming: a running Postgres continues to write to the file it has open. */
export function limitLog(log: string): void {
  try {
    if (statSync(log).size <= LARGEST_LOG) return
    copyFileSync(log, `${log}.1`)
    truncateSync(log)
  } catch {
    // No log yet, or no space for its copy; neither should prevent the start of the database.
  }
}
