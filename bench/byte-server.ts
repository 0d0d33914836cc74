// The server for transfers: Dailies on disk or S3, or the floor: bare node:http that stores a body in a file and sends it.
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Service } from '../server/src/service.ts'
import { answerParent, usage } from './processes.ts'
import { type ServerOptions, startServer } from './start-server.ts'

let service: Service
let floorFolder: string
let peak = 0
let sampler: NodeJS.Timeout | undefined

export const handlers = {
  async open(argument: ServerOptions): Promise<string> {
    service = await startServer(argument)
    return `http://127.0.0.1:${service.port}`
  },
  /** The floor: `PUT /<name>` writes a file, flushed or not, `GET /<name>` sends it. */
  async openFloor(argument: { folder: string; flush: boolean }): Promise<string> {
    const { folder, flush } = argument
    floorFolder = folder
    await mkdir(folder, { recursive: true })
    const server = createServer(async (request, response) => {
      const path = join(folder, request.url!.slice(1))
      if (request.method === 'GET') return void createReadStream(path).pipe(response)
      await pipeline(request, createWriteStream(path, { flush }))
      response.end()
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  },
  async emptyFloor(): Promise<void> {
    for (const name of await readdir(floorFolder)) await rm(join(floorFolder, name))
  },

  /** The path of the content of a file. */
  async keyOf(fileId: string): Promise<string> {
    const { sql } = service.database
    const [file] = await sql<{ key: string }>`select object_id as key from files where id = ${fileId}`
    return file!.key
  },
  /** Uploads through the server itself; clients use the bucket directly where there is one. */
  copy: async (argument: { from: string; to: string }) =>
    service.storage.write(argument.to, await service.storage.read(argument.from)),
  remove: (key: string) => service.storage.remove(key),

  /** Starts recording the peak memory and returns the memory in use now. */
  watchMemory(): number {
    globalThis.gc?.()
    peak = process.memoryUsage.rss()
    clearInterval(sampler)
    sampler = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage.rss())
    }, 20)
    return peak
  },
  peakMemory(): number {
    clearInterval(sampler)
    return Math.max(peak, process.memoryUsage.rss())
  },
  usage,
}
answerParent(handlers)
