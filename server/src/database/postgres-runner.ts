import { execFile } from 'node:child_process'
import { chownSync, existsSync, lchownSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { searchPath } from '../core/search-path.ts'
import { StartupError } from '../core/startup-error.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'

export type PostgresUser = { uid: number; gid: number }

/** The user, the programs and the privileges with which Postgres is started. */
export type PostgresRunner = {
  user: PostgresUser
  /** Set only when the user of Postgres cannot reach the data or the programs without it. */
  capability: string | undefined
  folder: string
  major: number
  env: Record<string, string>
}

export const isRoot = (): boolean => process.geteuid?.() === 0

/** Postgres refuses to run as root; the owner of existing data must stay the same. */
export function choosePostgresUser(dataDir: string, pgData: string): PostgresUser {
  const cluster = existsSync(pgData) ? statSync(pgData) : undefined
  const ours = { uid: process.geteuid?.() ?? 0, gid: process.getegid?.() ?? 0 }
  if (!isRoot()) {
    if (!cluster || cluster.uid === ours.uid) return ours
    throw new StartupError(
      `${pgData} belongs to uid ${cluster.uid}, and this process runs as uid ${ours.uid}: start as that user or as root, ` +
        `or run "chown -R ${ours.uid}" on ${dataDir}`,
    )
  }
  const owners = [cluster, statSync(dataDir)].filter((stat) => stat !== undefined)
  const { uid, gid } = owners.find((owner) => owner.uid !== 0) ?? unprivilegedAccount()
  return { uid, gid }
}

export function unprivilegedAccount(): PostgresUser {
  const accounts = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8').split('\n') : []
  for (const name of ['postgres', '_postgres', 'nobody']) {
    const [, , uid, gid] = accounts.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) }
  }
  return { uid: 65534, gid: 65534 }
}

/** Gives a file or folder to the user of Postgres; only root has to. */
export function giveTo(user: PostgresUser, path: string): void {
  if (isRoot()) chownSync(path, user.uid, user.gid)
}

export function giveTreeTo(user: PostgresUser, root: string): void {
  lchownSync(root, user.uid, user.gid)
  for (const path of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(root, path), user.uid, user.gid)
  }
}

/** The first candidate, with the least privilege, with which Postgres really runs. */
export async function chooseRunner(
  places: PostgresBinaries[],
  user: PostgresUser,
  dataDir: string,
): Promise<PostgresRunner> {
  const failures: string[] = []
  // dac_override is for systems where dac_read_search is withheld (Docker) or not enough (programs of mode 0700).
  const capabilities = isRoot() ? [undefined, 'dac_read_search', 'dac_override'] : [undefined]
  for (const { folder, env: libraries } of places) {
    for (const capability of capabilities) {
      const runner = { user, capability, folder, major: 0, env: { ...environment(), ...libraries } }
      const outcome = await probe(runner, dataDir)
      if ('major' in outcome) return { ...runner, ...outcome }
      failures.push(outcome.failure)
    }
  }
  const from = `from ${places[0]?.folder} (${failures.slice(0, capabilities.length).join('; ')})`
  throw new StartupError(
    isRoot()
      ? `Postgres refuses to run as root and cannot run on ${dataDir} as uid ${user.uid} ${from}: let that user ` +
          'pass the folders above both, install setpriv (util-linux), start as an ordinary user, or set DATABASE_URL'
      : `Postgres does not run ${from}: set PG_BIN to the folder of one that does, or set DATABASE_URL`,
  )
}

async function probe(
  runner: PostgresRunner,
  dataDir: string,
): Promise<{ major: number } | { failure: string }> {
  const script = 'cd "$1" && exec "$2" --version'
  const postgres = join(runner.folder, 'postgres')
  try {
    const { stdout } = await run(runner, '/bin/sh', ['-c', script, 'sh', dataDir, postgres])
    const major = /\(PostgreSQL\) (\d+)/.exec(stdout)?.[1]
    return major ? { major: Number(major) } : { failure: `its version is "${stdout.trim()}"` }
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string }
    return { failure: (stderr?.trim() || message).split('\n')[0] ?? message }
  }
}

/** Runs a program to its end. */
export function run(
  runner: PostgresRunner,
  program: string,
  args: string[],
): Promise<{ stdout: string; stderr: string }> {
  const { file, args: words, options } = commandOf(runner, program, args)
  return promisify(execFile)(file, words, options)
}

/** The command to spawn. `program` is a path, or a name in the folder of Postgres. */
export function commandOf(runner: PostgresRunner, program: string, args: string[]) {
  const { user, capability, folder, env } = runner
  const path = program.includes('/') ? program : join(folder, program)
  // That user may not have access to the current folder.
  const options = { env, cwd: '/' }
  if (!isRoot()) return { file: path, args, options }
  if (!capability) return { file: path, args, options: { ...options, ...user } }
  // Without no_setuid_fixup, access(2) ignores capabilities, and Postgres calls it for its own programs.
  const setpriv = [
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    '--clear-groups',
    '--securebits=+no_setuid_fixup',
    `--inh-caps=+${capability}`,
    `--ambient-caps=+${capability}`,
    '--',
  ]
  return { file: 'setpriv', args: [...setpriv, path, ...args], options }
}

/** Postgres inherits no variables: neither secrets nor PG… variables, which would change its settings. */
function environment(): Record<string, string> {
  return { PATH: searchPath(), LC_ALL: 'C' }
}
