// The child's side of `node-child.ts`.
import { readSync, writeSync } from 'node:fs'
import { deserialize } from 'node:v8'

const answers = 3

/** Receives one input and sends one answer, with any number of messages before it. */
export function answerParent<Input>(work: (input: Input, send: (message: unknown) => void) => unknown): void {
  // The module that calls this is evaluated first.
  setImmediate(async () => {
    const input = deserialize(read(read(4).readUInt32LE())) as Input
    // The end of stdin means that the server has exited: nobody waits for the answer.
    process.stdin.once('end', () => process.exit()).resume()
    send({ answer: (await work(input, send)) ?? null })
    process.exit()
  })
}

function send(message: unknown): void {
  const line = Buffer.from(`${JSON.stringify(message, asBase64)}\n`)
  for (let at = 0; at < line.length; ) at += writeSync(answers, line, at)
}

function asBase64(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const bytes = this[key]
  if (!(bytes instanceof Uint8Array)) return value
  return { base64: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64') }
}

function read(length: number): Buffer {
  const bytes = Buffer.alloc(length)
  for (let at = 0; at < length; ) {
    const count = readSync(0, bytes, at, length - at, null)
    if (count === 0) process.exit()
    at += count
  }
  return bytes
}
