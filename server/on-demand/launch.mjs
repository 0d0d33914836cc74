// Runs an entry point on the Node that Dailies needs. Plain JavaScript for Node 20.
import { spawn } from 'node:child_process'
import module from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fetchedFolder, fetchPackage } from './fetch.mjs'

/** Node of this major version runs Dailies; on a machine with another one, the pinned Node is downloaded. */
const nodeMajor = 26

export const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** The pinned Node below `folder`; undefined when this Node will do. */
export function pinnedNode(folder) {
  const major = Number(process.versions.node.split('.')[0])
  if (major === nodeMajor) return undefined
  const system = `${process.platform}-${process.arch}`
  const name = system === 'darwin-arm64' ? `node-bin-${system}` : `node-${system}`
  const target = fetchedFolder(name, folder)
  if (target) return { path: join(target, 'bin/node'), fetch: () => fetchPackage(name, folder) }
  if (major > 22) return undefined
  throw new Error(`there is no Node ${nodeMajor} for ${system} on npm: install it and try again`)
}

/** Code is cached between starts, stripped and compiled: this halves the time to load modules. */
export async function launch(node, entry, args, cache) {
  process.env.NODE_COMPILE_CACHE ??= cache
  if (node === undefined) {
    process.argv = [process.argv[0], entry, ...args]
    module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE)
    await import(pathToFileURL(entry).href)
    return
  }
  // The IPC channel closes when this process ends, however it ends, so that the child notices.
  const child = spawn(node.path, [entry, ...args], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => fail(`cannot run ${node.path}: ${error.message}`))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)))
}

/** Runs tasks at the same time, and says every few seconds which are still running. */
export async function showProgress(tasks) {
  if (tasks.length === 0) return
  const began = Date.now()
  const seconds = () => `${Math.round((Date.now() - began) / 1000)} s`
  const running = new Set(tasks)
  console.error(`dailies: installing ${tasks.map(({ name }) => name).join(', ')} …`)
  const ticker = setInterval(() => {
    const states = [...running].map(({ name, state }) => `${name}${state ? `: ${state()}` : ''}`)
    console.error(`dailies: still installing after ${seconds()}: ${states.join(', ')}`)
  }, 3_000)
  const stop = () => process.exit(130)
  for (const signal of signals) process.on(signal, stop)
  try {
    await Promise.all(tasks.map((task) => task.run().then(() => running.delete(task))))
  } finally {
    clearInterval(ticker)
    for (const signal of signals) process.off(signal, stop)
  }
  console.error(`dailies: installed in ${seconds()}`)
}

export function fail(message) {
  console.error(`dailies: ${message}`)
  process.exit(1)
}
