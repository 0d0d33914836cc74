// Finds out which sandbox works on this machine. A child tries to escape, and only layers that stop it count.
import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { findProgram } from '../core/search-path.ts'
import type { Targets } from './attempts.ts'
import { runnable } from './bundles.ts'
import { nodeCode } from './node-code.ts'
import { confinedCommand, type Layer } from './view.ts'

export type Sandbox = {
  /** Empty: programs have limits of time and size, but can access everything that the server can. */
  layers: readonly Layer[]
  programs: { bubblewrap: string; perl: string }
  /** The reason for each layer that is not used. */
  missing: string[]
}

const needs: Record<Layer, { program: 'bubblewrap' | 'perl'; file: string }> = {
  namespaces: { program: 'bubblewrap', file: 'bwrap' },
  'kernel-rules': { program: 'perl', file: 'perl' },
}
export const allLayers = Object.keys(needs) as Layer[]

/** The child tries to read a secret in this folder: a folder among the programs cannot be hidden. */
export async function findSandbox(
  secretsIn: string,
  offered: readonly Layer[] = allLayers,
): Promise<Sandbox> {
  const programs = { bubblewrap: findProgram('bwrap') ?? '', perl: findProgram('perl') ?? '' }
  const missing: string[] = []
  if (process.platform !== 'linux') {
    return { layers: [], programs, missing: [`there is none for ${process.platform}`] }
  }
  const there = offered.filter((layer) => {
    const { program, file } = needs[layer]
    if (programs[program] === '') missing.push(`${layer}: ${file} is not installed`)
    return programs[program] !== ''
  })
  const choices = [there, ...there.map((layer) => [layer])].filter(
    (layers, index) => layers.length > 0 && (index === 0 || there.length > 1),
  )
  for (const layers of choices) {
    const failure = await tryOut(layers, programs, secretsIn)
    if (failure === undefined) return { layers, programs, missing }
    if (layers.length === 1) missing.push(`${layers[0]}: ${failure}`)
  }
  return { layers: [], programs, missing }
}

/** Returns how the child escaped, or why it did not run; undefined when the sandbox holds. */
async function tryOut(
  layers: readonly Layer[],
  programs: Sandbox['programs'],
  secretsIn: string,
): Promise<string | undefined> {
  const place = await mkdtemp(join(existsSync(secretsIn) ? secretsIn : tmpdir(), 'sandbox-probe-'))
  const [tcp, unix] = [createServer(), createServer()]
  const seen = { signals: 0, connections: 0 }
  const onSignal = () => seen.signals++
  process.on('SIGURG', onSignal)
  try {
    for (const server of [tcp, unix])
      server.on('connection', (socket) => socket.destroy(void seen.connections++))
    // The path of a socket must be short.
    const sockets = await mkdtemp(join(tmpdir(), 'dailies-'))
    const targets: Targets = {
      ...{ secret: join(place, 'secret'), outside: join(place, 'written'), pid: process.pid },
      ...{ port: await listen(tcp, { port: 0, host: '127.0.0.1' }), socket: join(sockets, 's') },
    }
    await listen(unix, { path: targets.socket })
    await writeFile(targets.secret, 'a secret')
    const attempts = runnable(new URL('./attempts.ts', import.meta.url))
    const command = [process.execPath, attempts, JSON.stringify(targets)]
    const answer = await run(confinedCommand(command, { code: nodeCode }, layers, programs))
    await rm(sockets, { recursive: true, force: true })
    if (answer.read === undefined) return answer.complaint
    if (answer.read.length > 0)
      return `${answer.read.map((path) => nameOf(path, targets)).join(' and ')} can be read`
    if (seen.connections > 0) return 'the network or a socket can be reached'
    if (existsSync(targets.outside)) return 'files can be written'
    if (seen.signals > 0) return 'the server can be signalled'
    // If the secret was removed meanwhile, an unsuccessful read proves nothing.
    readFileSync(targets.secret)
    return undefined
  } finally {
    process.off('SIGURG', onSignal)
    tcp.close()
    unix.close()
    await rm(place, { recursive: true, force: true })
  }
}

function nameOf(path: string, { secret }: Targets): string {
  return path === secret ? 'files of the server' : 'the environment of the server'
}

async function listen(server: Server, where: object): Promise<number> {
  server.listen(where)
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

async function run([program, ...args]: string[]): Promise<{ read?: string[]; complaint: string }> {
  const options: SpawnOptions = {
    env: {},
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 30_000,
    killSignal: 'SIGKILL',
  }
  const child = spawn(program!, args, options)
  child.on('error', () => undefined)
  const closed = new Promise((done) => child.on('close', done))
  const [said, complaint] = await Promise.all([text(child.stdout!), text(child.stderr!), closed])
  const [line = ''] = complaint.trim().split('\n')
  // On an overloaded machine the result is unknown: the next child tries again.
  if (child.signalCode !== null) throw new Error(`the test of the sandbox was ended by ${child.signalCode}`)
  try {
    return { read: JSON.parse(said).read, complaint: line }
  } catch {
    return { complaint: line || 'it does not run' }
  }
}
