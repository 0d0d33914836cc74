// Starts the server like an operator: with the command of the README, in a process and a data folder of its own.
// This folder imports no code of Dailies: it knows the server only by its commands, its responses and the files it
// writes.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const startsWithinMs = 120_000
/** The script behind `npm run dailies`. Admin commands run it without npm, whose start costs as much CPU as they do. */
const command: string = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts.dailies

export type Service = {
  url: string
  /** The API key of the first start, which belongs to the owner and has every scope. */
  key: string
  /** The link of the first start, which signs the owner in once. */
  signInLink: string
  /** Runs `dailies admin … --json` beside the server. */
  admin(...args: string[]): Promise<Record<string, string>>
}

/** At the end of the test file the service stops and its data folder is deleted. */
export async function startService(settings: Record<string, string> = {}): Promise<Service> {
  const dataDir = mkdtempSync(join(process.env.TEST_DATA_FOLDER ?? tmpdir(), 'dailies-compatibility-'))
  const { PATH, HOME, TMPDIR } = process.env
  const env = {
    // With the pinned Node first, the launcher does not have to start a second process.
    PATH: `${dirname(process.execPath)}:${PATH}`,
    HOME,
    TMPDIR,
    PORT: '0',
    DATA_DIR: dataDir,
    DEMO: 'off',
    LOG_LEVEL: 'warn',
    SHUTDOWN_SECONDS: '1',
    ...settings,
  }
  const child = spawn('npm', ['start', '--', '--no-build'], {
    cwd: root,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const running = () => child.exitCode === null && child.signalCode === null
  after(async () => {
    const ended = once(child, 'close')
    if (running()) process.kill(-child.pid!, 'SIGTERM')
    if (running()) await ended
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  })

  const url = await listening(() => output, running)
  const firstStart = readFileSync(join(dataDir, 'first-start.txt'), 'utf8')
  return {
    url,
    key: /Bearer (rvk_\w+)/.exec(firstStart)![1]!,
    signInLink: url + /\/sign-in\/link\?token=\w+/.exec(firstStart)![0],
    async admin(...args) {
      const shell = ['-c', `${command} "$@"`, 'dailies', 'admin', ...args, '--json']
      const { stdout } = await promisify(execFile)('sh', shell, { cwd: root, env })
      return JSON.parse(stdout)
    },
  }
}

async function listening(output: () => string, running: () => boolean): Promise<string> {
  const end = performance.now() + startsWithinMs
  while (running() && performance.now() < end) {
    const port = /running at http:\/\/localhost:(\d+)/.exec(output())?.[1]
    if (port !== undefined) return `http://127.0.0.1:${port}`
    await pause(20)
  }
  throw new Error(`the server did not start: ${output()}`)
}
