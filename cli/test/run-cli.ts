// Runs the CLI in this process with replaced input and output, or as a real process.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Io } from '../src/io.ts'
import { run } from '../src/run.ts'
import { readEnvironment } from '../src/settings/environment.ts'

export type Outcome = { code: number; stdout: string; stderr: string }

export type CliOptions = {
  env?: Record<string, string>
  stdin?: string
  fetch?: typeof fetch
  /** The width of the terminal, if there is one. */
  terminal?: number
  signal?: AbortSignal
  openPage?: Io['openPage']
}

/** A folder for settings that is deleted after the tests. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dailies-cli-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const nowhere = temporaryFolder()

export async function runCli(words: readonly string[], options: CliOptions = {}): Promise<Outcome> {
  const outcome = { code: 0, stdout: '', stderr: '' }
  const output = (name: 'stdout' | 'stderr') => ({
    isTerminal: options.terminal !== undefined,
    columns: () => options.terminal ?? 80,
    async write(text: string | Uint8Array) {
      outcome[name] += typeof text === 'string' ? text : Buffer.from(text).toString()
    },
  })
  const env = { XDG_CONFIG_HOME: nowhere, NO_COLOR: '1', ...options.env }
  const io: Io = {
    environment: readEnvironment(env, 'linux'),
    stdin: Readable.from(options.stdin === undefined ? [] : [options.stdin]),
    stdout: output('stdout'),
    stderr: output('stderr'),
    fetch: options.fetch ?? fetch,
    signal: options.signal ?? new AbortController().signal,
    openPage: options.openPage ?? (() => Promise.reject(new Error('there is no browser'))),
  }
  outcome.code = await run(words, io)
  return outcome
}

export const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

export function spawnCli(words: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [main, ...words], {
    env: { ...process.env, XDG_CONFIG_HOME: nowhere, NO_COLOR: '1', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  // A process left behind by a failed test would block the others.
  after(() => child.kill('SIGKILL'))
  const outcome = { code: 0, stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text) => {
    outcome.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    outcome.stderr += text
  })
  const ended = new Promise<Outcome>((resolve) => {
    child.on('close', (code) => resolve({ ...outcome, code: code ?? -1 }))
  })
  /** Resolves when the text has been printed; after a minute without it, fails with what was printed instead. */
  const printed = (stream: 'stdout' | 'stderr', text: string) =>
    new Promise<void>((resolve, reject) => {
      const fail = (reason: string) =>
        reject(new Error(`The CLI ${reason} without printing "${text}": ${JSON.stringify(outcome)}`))
      const timer = setTimeout(fail, 60_000, 'ran for a minute')
      const look = () => {
        if (!outcome[stream].includes(text)) return
        clearTimeout(timer)
        resolve()
      }
      child[stream].on('data', look)
      child.on('close', () => {
        clearTimeout(timer)
        fail('ended')
      })
      look()
    })
  return { child, ended, printed, outcome }
}
