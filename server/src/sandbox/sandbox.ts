// Starts every program that opens files from strangers, in the sandbox of this machine. There is one sandbox
// for the whole process, and it is not passed around, so that no caller can forget it.
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { StartupError } from '../core/startup-error.ts'
import type { SandboxMode } from './modes.ts'
import { allLayers, findSandbox, type Sandbox } from './probe.ts'
import { confinedCommand, type Layer, plainFileSize, type View } from './view.ts'

export type { ChildProcess } from 'node:child_process'

type Setting = { mode: SandboxMode; secretsIn: string; offered: readonly Layer[] }

const none: Sandbox = { layers: [], programs: { bubblewrap: '', perl: '' }, missing: ['MEDIA_SANDBOX=off'] }

export type SandboxReport = Pick<Sandbox, 'layers' | 'missing'> & {
  mode: SandboxMode
  /** Whether decoders cannot reach the server's files, environment, network and processes. */
  holds: boolean
}

let setting: Setting = { mode: 'auto', secretsIn: tmpdir(), offered: allLayers }
let found: Promise<Sandbox> | undefined

/** Sets the mode and the folder with the secrets of the server. Tests offer fewer layers than the machine has. */
export function useSandbox(
  mode: SandboxMode,
  secretsIn: string,
  offered: readonly Layer[] = allLayers,
): void {
  setting = { mode, secretsIn, offered }
  found = undefined
}

/** Tests the layers of the machine, once. With `require`, throws when no layer holds. */
export async function sandboxReport(): Promise<SandboxReport> {
  const { layers, missing } = await sandbox()
  return { mode: setting.mode, holds: layers.length > 0, layers, missing }
}

async function sandbox(): Promise<Sandbox> {
  const { mode, secretsIn, offered } = setting
  found ??= mode === 'off' ? Promise.resolve(none) : findSandbox(secretsIn, offered)
  const tried = found
  const chosen = await tried.catch((error) => {
    // The disk may have been full, for example: the next child tests again.
    if (found === tried) found = undefined
    throw error
  })
  if (mode === 'require' && chosen.layers.length === 0) {
    throw new StartupError(
      `MEDIA_SANDBOX=require, but there is no sandbox for programs that open uploaded files (${chosen.missing.join('; ')}). ` +
        'Install bubblewrap, or see "The sandbox" in the guide on self-hosting',
    )
  }
  return chosen
}

/** A sentence for the log and for `admin media status`. */
export function describeSandbox({ holds, layers, missing }: SandboxReport): string {
  const not = missing.length === 0 ? '' : ` Not used: ${missing.join('; ')}.`
  if (holds) return `Uploaded files are opened in a sandbox (${layers.join(' and ')}).${not}`
  return `Uploaded files are opened with limits of time, memory and size, but WITHOUT a sandbox.${not}`
}

export type StartOptions = Omit<SpawnOptions, 'shell' | 'cwd' | 'detached'> & {
  /** A command that runs the confined command, such as a shell that sets limits. */
  before?: readonly string[]
}

/** Starts a command that sees only `view`. Its environment is `env` alone; that of the server never reaches it. */
export async function startConfined(
  command: readonly string[],
  view: View,
  { before = [], env = {}, ...options }: StartOptions,
): Promise<ChildProcess> {
  const { layers, programs } = await sandbox()
  for (const file of view.files ?? []) {
    if ((await plainFileSize(file)) === undefined) throw new Error(`${file} is not a plain file`)
  }
  options.signal?.throwIfAborted()
  const [program, ...args] = [...before, ...confinedCommand(command, view, layers, programs)]
  const child = spawn(program!, args, { ...options, env, cwd: view.folder ?? '/', detached: true })
  child.on('exit', () => killGroup(child.pid!))
  // A program that does not start ends without a status, which callers check.
  return child.on('error', () => undefined)
}

/**
 * Kills what a child has left behind: the child leads a process group of its own. A sandbox that is killed while it starts
 * leaves a process that waits for it forever and keeps the pipes open, so that `close` would never be emitted.
 */
function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // The group is empty.
  }
}

/** By the file of the program, its arguments and the sandbox. */
const answers = new Map<string, string>()

/**
 * The output of a program for an option such as `-version`; undefined when it does not run. Each answer is kept until the program is
 * replaced: several parts of a server ask the same, and ffmpeg takes 0.1 s of CPU to start.
 */
export async function askProgram(program: string, ...args: string[]): Promise<string | undefined> {
  const { layers } = await sandbox()
  const key = JSON.stringify([program, identityOf(program), args, layers])
  const answer = answers.get(key) ?? (await ask(program, args))
  if (answer !== undefined) answers.set(key, answer)
  return answer
}

/** Changes when the file is replaced. */
function identityOf(path: string): number[] {
  const { ino = 0, size = 0, mtimeMs = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {}
  return [ino, size, mtimeMs]
}

async function ask(program: string, args: string[]): Promise<string | undefined> {
  const limits = { timeout: 30_000, killSignal: 'SIGKILL' } as const
  const child = await startConfined(
    [program, ...args],
    { code: [program] },
    { stdio: ['ignore', 'pipe', 'ignore'], ...limits },
  )
  let said = ''
  child.stdout!.on('data', (chunk) => {
    said += chunk
    if (said.length > 2 ** 20) child.kill('SIGKILL')
  })
  const code = await new Promise<number | null>((ended) => {
    child.on('error', () => ended(null))
    child.on('close', ended)
  })
  return code === 0 ? said : undefined
}
