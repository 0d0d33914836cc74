import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Io } from '../io.ts'

/** Asks for a secret without showing it. Input that is not a terminal is read to its end. */
export async function readSecret({ stdin, stderr, signal }: Io, question: string): Promise<string> {
  if (stdin.isTTY !== true) return (await text(stdin)).trim()
  await stderr.write(question)
  // readline edits the line; its echo is discarded.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true })
  try {
    return await new Promise<string>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      lines.on('SIGINT', () => reject(new DOMException('Interrupted', 'AbortError')))
      lines.on('line', (line) => resolve(line.trim()))
      lines.on('close', () => resolve(''))
    })
  } finally {
    lines.close()
    await stderr.write('\n')
  }
}
