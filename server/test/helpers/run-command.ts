import { spawn } from 'node:child_process'
import { once } from 'node:events'

export type Finished = { code: number | null; stdout: string; output: string }

export type CommandOptions = {
  cwd: string
  env?: NodeJS.ProcessEnv
  seconds?: number
  /** Called with each piece of the standard output. */
  onOutput?: ((text: string) => void) | undefined
}

/**
 * Runs a program without input. Its children are in its process group, which is killed after the time limit and when the
 * program ends, so nothing of it outlives a test.
 */
export async function runCommand(
  program: string,
  args: readonly string[],
  { cwd, env = process.env, seconds = 120, onOutput }: CommandOptions,
): Promise<Finished> {
  const windows = process.platform === 'win32'
  const child = spawn(program, args, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: !windows,
    shell: windows,
  })
  const finished: Finished = { code: null, stdout: '', output: '' }
  child.stdout.setEncoding('utf8').on('data', (text) => {
    onOutput?.(text)
    finished.stdout += text
    finished.output += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    finished.output += text
  })
  const kill = () => killGroup(child.pid, windows)
  const timer = setTimeout(() => {
    finished.output += `\nkilled after ${seconds} seconds`
    kill()
  }, seconds * 1000)
  process.once('exit', kill)
  // A grandchild may hold the output open.
  child.once('exit', kill)
  try {
    await once(child, 'close')
    finished.code = child.exitCode
  } catch (error) {
    finished.output += String(error)
  } finally {
    clearTimeout(timer)
    process.off('exit', kill)
  }
  return finished
}

function killGroup(pid: number | undefined, windows: boolean): void {
  if (pid === undefined) return
  try {
    process.kill(windows ? pid : -pid, 'SIGKILL')
  } catch {
    // The group has ended.
  }
}
