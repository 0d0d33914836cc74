// The world outside as commands see it, so that tests can be that world.
import { createReadStream } from 'node:fs'
import { text } from 'node:stream/consumers'
import { usageError } from './kit/errors.ts'
import type { Environment } from './settings/environment.ts'

export type Output = {
  /** Settles when the reader keeps up. */
  write(text: string | Uint8Array): Promise<void>
  isTerminal: boolean
  /** Of the terminal. */
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
  /** Shows a page in the browser. Rejects where there is none. */
  openPage(url: string): Promise<void>
}

export function reader(io: Io): (path: string) => Promise<string> {
  return async (path) => {
    try {
      return await text(path === '-' ? io.stdin : createReadStream(path))
    } catch (error) {
      throw usageError(`${path} cannot be read: ${(error as NodeJS.ErrnoException).code}`)
    }
  }
}
