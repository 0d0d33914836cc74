// A server of bytes: ours on disk, ours on S3, or the floor: bare node:http that writes a body to a file and sends it.
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import fastify from 'fastify'
import type { Storage } from '../server/src/core/storage.ts'
import { createStorage } from '../server/src/storage/create-storage.ts'
import { parseStorageUrl } from '../server/src/storage/storage-url.ts'
import { answerParent, usage } from './parts.ts'

let storage: Storage
let floorFolder: string
let peak = 0
let sampler: NodeJS.Timeout | undefined

export const handlers = {
  /** Our storage, with the routes that it needs. */
  async open(argument: { folder: string; storageUrl: string | undefined }): Promise<void> {
    const app = fastify({ requestTimeout: 0, routerOptions: { maxParamLength: 1_000 } })
    const opened = await createStorage(parseStorageUrl(argument.storageUrl, process.env.AWS_REGION), {
      dataDir: argument.folder,
      baseUrl: () => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
      keys: [Buffer.alloc(32, 'bench')],
    })
    opened.registerRoutes(app)
    storage = opened.storage
    await app.listen({ port: 0, host: '127.0.0.1' })
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

  startUpload: (key: string) => storage.startUpload(key),
  partUrls: (argument: { upload: Parameters<Storage['partUrl']>[0]; lengths: number[] }) =>
    Promise.all(argument.lengths.map((length, i) => storage.partUrl(argument.upload, i + 1, length, 3_600))),
  completeUpload: (args: Parameters<Storage['completeUpload']>) => storage.completeUpload(...args),
  downloadUrl: (key: string) =>
    storage.downloadUrl(key, { fileName: 'bench', mimeType: 'video/mp4', inline: false, seconds: 3_600 }),
  /** Through the server itself, as backups and derivatives go. */
  copy: async (argument: { from: string; to: string }) =>
    storage.write(argument.to, await storage.read(argument.from)),
  remove: (key: string) => storage.remove(key),

  /** From here on the most memory in use is kept; the answer is what is in use now. */
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
