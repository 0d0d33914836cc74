#!/usr/bin/env node
// The entry point: runs a command, or hands a server command on to the server.
import { spawn } from 'node:child_process'
import { exitCodes } from './exit-codes.ts'
import type { Io, Output } from './io.ts'
import { serverCommands } from './kit/server-commands.ts'
import { run } from './run.ts'
import { loadServer } from './server-modules.ts'
import { readEnvironment } from './settings/environment.ts'

const words = process.argv.slice(2)

if (serverCommands.some(([name]) => name === words[0])) await runServer(words[0]!)
else await runCommand()

/** The server parses its own arguments and settings. The package of the CLI alone, a bundle, does not have it. */
async function runServer(word: string): Promise<void> {
  if (await loadServer()) return
  console.error(`dailies: \`${word}\` is a server command, and the server is not installed here.`)
  console.error(
    '  Run it where the server is installed: npm run -s dailies -- … in its folder, or in its container.',
  )
  process.exitCode = exitCodes.usage
}

async function runCommand(): Promise<void> {
  const interrupted = new AbortController()
  const end = () => {
    // The second signal ends the process at once.
    if (interrupted.signal.aborted) process.exit(exitCodes.interrupted)
    interrupted.abort()
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  const io: Io = {
    environment: readEnvironment(process.env, process.platform),
    stdin: process.stdin,
    stdout: output(process.stdout),
    stderr: output(process.stderr),
    fetch: (input, init) => fetch(input, init),
    signal: interrupted.signal,
    openPage,
  }
  const code = await run(words, io)
  // Wait for the output, but not for open keep-alive connections.
  await Promise.all([flushed(process.stdout), flushed(process.stderr)])
  process.exit(code)
}

function output(stream: NodeJS.WriteStream): Output {
  // A reader that closes the pipe early, such as `head`, is not a failure.
  stream.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  return {
    isTerminal: stream.isTTY === true,
    columns: () => stream.columns || 80,
    write: (text) =>
      new Promise((done) => {
        if (stream.write(text)) done()
        else stream.once('drain', done)
      }),
  }
}

function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((done) => stream.write('', () => done()))
}

/** Opens a page with the default browser of the system. */
function openPage(url: string): Promise<void> {
  const [program, ...args] = opener(process.platform)
  return new Promise((done, failed) => {
    const child = spawn(program!, [...args, url], { stdio: 'ignore', detached: true })
    child.on('error', failed)
    // Some openers run until the browser exits.
    const patience = setTimeout(done, 2_000)
    child.on('exit', (code) => {
      clearTimeout(patience)
      if (code === 0) done()
      else failed(new Error(`${program} failed`))
    })
    child.unref()
  })
}

function opener(platform: NodeJS.Platform): string[] {
  if (platform === 'darwin') return ['open']
  // `start` needs a shell, which would interpret an & in the URL.
  return platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler'] : ['xdg-open']
}
