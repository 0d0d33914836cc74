import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { StartupError } from '../core/startup-error.ts'
import { isAlive } from './postgres-process.ts'
import {
  chooseRunner,
  giveTo,
  giveTreeTo,
  isRoot,
  type PostgresRunner,
  run,
  unprivilegedAccount,
} from './postgres-runner.ts'

/** Ensures that `pgData` is a data folder that this Postgres can run on; creates it on the first start. */
export async function ensureCluster(
  pgData: string,
  runner: PostgresRunner,
  log: (line: string) => void,
): Promise<void> {
  if (!existsSync(join(pgData, 'PG_VERSION'))) {
    if (existsSync(pgData) && readdirSync(pgData).length > 0) {
      throw new StartupError(
        `${pgData} is not a data folder of Postgres: move it away, or set another DATA_DIR`,
      )
    }
    removeLeftovers(pgData)
    log(`Creating a database in ${pgData}`)
    await makeCluster(pgData, runner)
  }
  const made = Number(readFileSync(join(pgData, 'PG_VERSION'), 'utf8'))
  if (made !== runner.major) {
    throw new StartupError(
      `${pgData} was created by Postgres ${made} and this is Postgres ${runner.major}: run "admin backup" with the ` +
        'release that created it and "admin restore" with this one into a new DATA_DIR, or set PG_BIN to the folder ' +
        `of the programs of Postgres ${made}`,
    )
  }
  // A copy, for example from a backup, may have lost the owner or mode that Postgres requires.
  const { uid, mode } = statSync(pgData)
  if (isRoot() && uid === 0) giveTreeTo(runner.user, pgData)
  if (mode & 0o027) chmodSync(pgData, 0o700)
}

/** An incomplete folder never has the final name: it is renamed when it is complete and synced. */
async function makeCluster(pgData: string, runner: PostgresRunner): Promise<void> {
  const fresh = `${pgData}.new-${process.pid}-${randomBytes(4).toString('hex')}`
  try {
    mkdirSync(fresh, { mode: 0o700 })
    await initdb(fresh, runner)
    renameSync(fresh, pgData)
    const parent = openSync(dirname(pgData), 'r')
    fsyncSync(parent)
    closeSync(parent)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    // Another process was faster and has created a valid one.
    if (existsSync(join(pgData, 'PG_VERSION'))) return
    if (error instanceof StartupError) throw error
    const { stderr, message } = error as Error & { stderr?: string }
    const reason = stderr?.split('\n').find((line) => /error:|FATAL/.test(line)) ?? stderr?.trim() ?? message
    throw new StartupError(`Postgres could not create its data folder ${pgData}: ${reason}`)
  }
}

/** Removes the folders of processes that were killed during creation. */
function removeLeftovers(pgData: string): void {
  for (const name of readdirSync(dirname(pgData))) {
    const maker = new RegExp(`^${basename(pgData)}\\.new-(\\d+)-`).exec(name)?.[1]
    if (!maker || isAlive(Number(maker))) continue
    try {
      rmSync(join(dirname(pgData), name), { recursive: true })
    } catch {
      // Owned by another user, or its initdb still runs without its parent: it only occupies space until another
      // start.
    }
  }
}

async function initdb(folder: string, runner: PostgresRunner): Promise<void> {
  const locale =
    runner.major >= 17
      ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
      : [`--locale=${process.platform === 'linux' ? 'C.UTF-8' : 'C'}`]
  const args = ['-D', folder, '-U', 'postgres', '--auth=trust', '--no-instructions', '-E', 'UTF8', ...locale]
  giveTo(runner.user, folder)
  try {
    await run(runner, 'initdb', args)
  } catch (error) {
    // initdb, unlike postgres, requires that its uid has an account.
    const { stderr } = error as { stderr?: string }
    if (!stderr?.includes('could not look up effective user ID')) throw error
    if (isRoot()) await initdbAsAccount(folder, runner, args)
    else await initdbWithMadeUpAccount(runner, args)
  }
}

async function initdbAsAccount(folder: string, runner: PostgresRunner, args: string[]): Promise<void> {
  const account = unprivilegedAccount()
  giveTo(account, folder)
  await run(await chooseRunner([runner], account, dirname(folder)), 'initdb', args)
  giveTreeTo(runner.user, folder)
}

async function initdbWithMadeUpAccount(runner: PostgresRunner, args: string[]): Promise<void> {
  const { uid, gid } = runner.user
  const library = ['/usr/lib', '/usr/lib64', '/usr/local/lib', '/usr/local/lib64']
    .flatMap((folder) => [folder, ...globSync(`${folder}/*-linux-*`)])
    .map((folder) => join(folder, 'libnss_wrapper.so'))
    .find((path) => existsSync(path))
  if (!library) {
    throw new StartupError(
      `Postgres cannot create its data folder as uid ${uid}, which has no account on this system: install ` +
        'libnss-wrapper, start as a user that has one, or set DATABASE_URL',
    )
  }
  const temporary = mkdtempSync(join(tmpdir(), 'dailies-account-'))
  const [passwd, group] = [join(temporary, 'passwd'), join(temporary, 'group')]
  try {
    writeFileSync(passwd, `dailies:x:${uid}:${gid}:dailies:/:/bin/sh\n`)
    writeFileSync(group, `dailies:x:${gid}:\n`)
    const wrapper = { LD_PRELOAD: library, NSS_WRAPPER_PASSWD: passwd, NSS_WRAPPER_GROUP: group }
    await run({ ...runner, env: { ...runner.env, ...wrapper } }, 'initdb', args)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}
