import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { DiskSpace } from '../core/disk-space.ts'
import { createUrlSigner } from '../core/signed-urls.ts'
import { StartupError } from '../core/startup-error.ts'
import type { Storage } from '../core/storage.ts'
import type { AdmitTransfer } from '../core/transfers.ts'
import { registerByteRoutes } from './byte-routes.ts'
import { createDiskStorage } from './disk.ts'
import { guardWrites } from './read-only.ts'
import type { StorageConfig } from './storage-url.ts'

export type StorageOptions = {
  dataDir: string
  /** Asked for when a URL is made: a port may be known only when we listen. */
  baseUrl: () => string
  /** Sign our URLs: the first signs, all verify. */
  keys: readonly Buffer[]
  /** Of the disk that files are on. */
  space: DiskSpace
  /** Throws while nothing may be written. */
  requireWritable?: () => void
}

export type OpenStorage = {
  storage: Storage
  /** Where clients send and fetch bytes, when that is not here. */
  filesOrigin: string | undefined
  /** Where clients send and fetch bytes. Nothing for S3: there they talk to the bucket. */
  registerRoutes(app: FastifyInstance, admitTransfer: AdmitTransfer): void
}

export async function createStorage(config: StorageConfig, options: StorageOptions): Promise<OpenStorage> {
  const { requireWritable = () => {} } = options
  if (config.kind === 's3') {
    // The SDK is loaded only when it is used: it costs 250 ms and 38 MB.
    const { createS3Storage } = await import('./s3.ts')
    const storage = guardWrites(await createS3Storage(config), requireWritable)
    const filesOrigin = await originOf(storage)
    if (filesOrigin === URL.parse(options.baseUrl())?.origin) throw new StartupError(sameOrigin)
    return { storage, filesOrigin, registerRoutes: () => {} }
  }
  const signer = createUrlSigner(options.keys, options.baseUrl)
  const disk = await createDiskStorage(join(options.dataDir, 'files'), signer, options.space)
  const storage = guardWrites(disk, requireWritable, ['storePart'])
  return {
    storage,
    filesOrigin: undefined,
    registerRoutes: (app, admitTransfer) => registerByteRoutes(app, storage, signer, admitTransfer),
  }
}

// A bucket sends no headers that keep what people upload from running as a page of ours.
const sameOrigin =
  'STORAGE_URL: browsers reach the bucket at the address of BASE_URL; give it a host or a port of its own'

/** Whether the bucket stands in the host or in the path is seen from a URL that is given to clients. */
async function originOf(storage: Storage): Promise<string> {
  const options = { fileName: 'any', mimeType: 'text/plain', inline: false, seconds: 1 }
  return new URL(await storage.downloadUrl('any', options)).origin
}
