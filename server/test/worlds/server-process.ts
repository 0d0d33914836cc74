// The real server in its own process group, with its own Postgres, for tests that kill it.
import assert from 'node:assert/strict'
import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { runnableProgram } from '../helpers/test-programs.ts'
import { until } from '../helpers/until.ts'

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))
const main = join(root, 'server/src/main.ts')

export type ServerProcess = {
  url: string
  pid: number
  /** The output so far. */
  output(): string
  running(): boolean
  /** Kills the whole process group with SIGKILL; resolves when the server is gone. */
  kill(): Promise<void>
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>
}

const killers: (() => void)[] = []

/** A data folder for a test file. Processes that use it are killed when the file ends. */
export function makeDataDir(): string {
  const dataDir = mkdtempSync(join(process.env.TEST_DATA_FOLDER ?? tmpdir(), 'dailies-crash-'))
  after(() => {
    for (const kill of killers) kill()
    killPostgres(dataDir)
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  })
  return dataDir
}

function environment(dataDir: string, settings: Record<string, string> = {}): NodeJS.ProcessEnv {
  const many = 'default=1000000,tier2=1000000,tier3=1000000,tier4=1000000'
  // With the cache of compiled modules, as with `npm start`, a process starts in half of the time.
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, PG_BIN } = process.env
  const ours = { PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn', RATE_LIMITS: many, DEMO: 'off' }
  return { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, PG_BIN, ...ours, ...settings }
}

/** Resolves when the server prints its address. `release` is the folder of the release that runs; default: this one. */
export async function startServer(
  dataDir: string,
  settings: Record<string, string> = {},
  release = root,
): Promise<ServerProcess> {
  const program = runnableProgram(join(release, 'server/src/main.ts'))
  if (release === root && settings.DATABASE_URL === undefined) copyCluster(dataDir)
  const child = spawn(process.execPath, [program, 'all', '--no-build'], {
    cwd: release,
    env: environment(dataDir, settings),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += chunk
    })
  }
  const exited = once(child, 'exit')
  const running = () => child.exitCode === null && child.signalCode === null
  const killGroup = () => {
    if (running()) process.kill(-child.pid!, 'SIGKILL')
  }
  killers.push(killGroup)
  const port = await until(
    () => {
      const found = /running at http:\/\/localhost:(\d+)/.exec(text)?.[1]
      assert.ok(found || running(), `the server did not start: ${text}`)
      return found
    },
    () => `the server starts: ${text}`,
  ).catch((error) => {
    killGroup()
    throw error
  })
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    output: () => text,
    running,
    async kill() {
      killGroup()
      await exited
    },
    async stop() {
      child.kill('SIGTERM')
      await exited
      return child.exitCode
    },
  }
}

/** A migrated database, as far as a first start creates it: this takes seconds. */
function copyCluster(dataDir: string): void {
  const cluster = process.env.TEST_CLUSTER
  const target = join(dataDir, 'postgres')
  if (cluster && !existsSync(target)) execFileSync('cp', ['-a', cluster, target])
}

/** The file that the first start writes into the data folder: a sign-in link and an API key. */
export function firstStartOf(dataDir: string): { key: string; text: string } {
  const text = readFileSync(join(dataDir, 'first-start.txt'), 'utf8')
  return { key: /Bearer (rvk_\w+)/.exec(text)![1]!, text }
}

/** Runs `dailies admin … --json` beside the server. */
export async function admin(dataDir: string, ...args: string[]) {
  const command = [runnableProgram(main), 'admin', ...args, '--json']
  const { stdout } = await promisify(execFile)(process.execPath, command, {
    cwd: root,
    env: environment(dataDir),
  })
  return JSON.parse(stdout)
}

/** The pid in Postgres' own pid file; undefined when Postgres is not running. */
export function postmasterPid(dataDir: string): number | undefined {
  const folder = join(dataDir, 'postgres')
  try {
    const pid = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]!
    const args = execFileSync('ps', ['-ww', '-o', 'args=', '-p', pid], { encoding: 'utf8' })
    // The file survives a kill, and its pid may belong to another process by now.
    return args.includes(`-D ${folder} `) ? Number(pid) : undefined
  } catch {
    return undefined
  }
}

/** Kills Postgres and all of its processes, as a power failure does. */
export function killPostgres(dataDir: string): void {
  const pid = postmasterPid(dataDir)
  if (pid === undefined) return
  for (const victim of [pid, ...backends(pid)]) end(victim)
}

/** The child processes of Postgres. */
export function backends(postmaster: number): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const pairs = table.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  return pairs.filter(([, parent]) => parent === postmaster).map(([pid]) => pid!)
}

export function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
