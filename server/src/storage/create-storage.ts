import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { StartDeadline } from '../core/deadline.ts'
import type { DiskSpace } from '../core/disk-space.ts'
import { createUrlSigner } from '../core/signed-urls.ts'
import { StartupError } from '../core/startup-error.ts'
import type { Storage } from '../core/storage.ts'
import type { AdmitTransfer } from '../core/transfers.ts'
import { bucketSource, type Cdn, diskSource, registerByteRoutes } from './byte-routes.ts'
import { objectsPath, objectUrl } from './byte-urls.ts'
import { createDiskStorage } from './disk.ts'
import { guardWrites } from './read-only.ts'
import { bucketPieces, diskPieces, type ReadPieces } from './read-pieces.ts'
import type { StorageConfig } from './storage-url.ts'

export type StorageOptions = {
  dataDir: string
  /** A function, because the port may be unknown until the server listens. */
  baseUrl: () => string
  /** The address and the rules of a CDN that fetches objects from this server. */
  cdn?: (Cdn & { baseUrl: string }) | undefined
  /** Keys for signed URLs: the first signs, all verify. */
  keys: readonly Buffer[]
  /** Free space of the disk that holds the files. */
  space: DiskSpace
  /** Throws while nothing may be written. */
  requireWritable?: () => void
  /** Replaces the time limits of requests to a bucket. */
  startDeadline?: StartDeadline | undefined
}

export type OpenStorage = {
  storage: Storage
  readPieces: ReadPieces
  /** The origins to which clients send bytes and from which they fetch them, except this server. */
  fileOrigins: string[]
  /** Registers the byte routes. Does nothing for S3 without a CDN: there clients talk to the bucket. */
  registerRoutes(app: FastifyInstance, admitTransfer: AdmitTransfer): void
}

export async function createStorage(config: StorageConfig, options: StorageOptions): Promise<OpenStorage> {
  const { requireWritable = () => {}, cdn, baseUrl } = options
  const signer = createUrlSigner(options.keys, (path) =>
    cdn && path.startsWith(objectsPath) ? cdn.baseUrl : baseUrl(),
  )
  const cdnOrigins = cdn ? [cdn.baseUrl] : []
  if (config.kind === 's3') {
    // The SDK is loaded only when it is used: it costs 250 ms and 38 MB.
    const { createS3Storage } = await import('./s3.ts')
    const bucket = guardWrites(await createS3Storage(config, options.startDeadline), requireWritable)
    const bucketOrigin = await originOf(bucket)
    if (bucketOrigin === URL.parse(baseUrl())?.origin) throw new StartupError(sameOrigin)
    const readPieces = bucketPieces(bucket)
    if (!cdn) return { storage: bucket, readPieces, fileOrigins: [bucketOrigin], registerRoutes: () => {} }
    const storage: Storage = { ...bucket, downloadUrl: async (...args) => objectUrl(signer, ...args) }
    return {
      storage,
      readPieces,
      fileOrigins: [bucketOrigin, ...cdnOrigins],
      registerRoutes: (app, admitTransfer) =>
        registerByteRoutes(app, bucketSource(storage, cdn), signer, admitTransfer, cdn),
    }
  }
  const disk = await createDiskStorage(join(options.dataDir, 'files'), signer, options.space)
  const storage = guardWrites(disk, requireWritable, ['storePart'])
  return {
    storage,
    readPieces: diskPieces(disk),
    fileOrigins: cdnOrigins,
    registerRoutes: (app, admitTransfer) =>
      registerByteRoutes(app, diskSource(storage, cdn), signer, admitTransfer, cdn),
  }
}

// A bucket does not send the headers that prevent uploaded content from running as a page of the server.
const sameOrigin =
  'STORAGE_URL: browsers reach the bucket at the address of BASE_URL; give it a host or a port of its own'

/** A URL for clients shows whether the bucket is in the host or in the path. */
async function originOf(storage: Storage): Promise<string> {
  const options = { fileName: 'any', mimeType: 'text/plain', inline: false, seconds: 1 }
  return new URL(await storage.downloadUrl('any', options)).origin
}
