// The input and output of commands, which tests replace.
import { createReadStream } from 'node:fs'
import { text } from 'node:stream/consumers'
import { usageError } from './kit/errors.ts'
import type { Environment } from './settings/environment.ts'

export type Output = {
  /** Resolves when the reader keeps up. */
  write(text: string | Uint8Array): Promise<void>
  isTerminal: boolean
  /** The width of the terminal. */
  columns: () => number
}

export type Io = {
  environment: Environment
  stdin: NodeJS.ReadableStream & { isTTY?: boolean; setRawMode?(on: boolean): void }
  stdout: Output
  stderr: Output
  fetch: typeof fetch
  /** Aborted by Ctrl-C. */
  signal: AbortSignal
  /** Opens a page in the browser. Rejects when no browser can be opened. */
  openPage(url: string): Promise<void>
}

export function reader(io: Io): (path: string) => Promise<string> {
  return async (path) => {
    try {
      return await text(path === '-' ? io.stdin : createReadStream(path))
    } catch (error) {
      throw usageError(`Cannot read ${path}: ${(error as NodeJS.ErrnoException).code}`)
    }
  }
}
