// The built app as it is served: its HTML documents, and the files that the build has listed.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { dist, type Encoding, pushWorkerFile, readBuild, reviewCardFile, suffixes } from './sources.ts'

export type Asset = {
  type: string
  encodings: readonly Encoding[]
  /** Read at the first request and cached: most visitors need only a few of the viewers. */
  read(encoding: Encoding | undefined): Promise<Buffer>
}

export type BuiltApp = {
  document: string
  /** The page of a share, which loads nothing of the app. */
  shareDocument: string
  /** By path, such as `/assets/index-BNCdGKRN.js`. */
  assets: ReadonlyMap<string, Asset>
  /** The service worker that shows push messages. */
  pushWorker: Asset
}

/** Undefined when the app is not built, as in most tests. */
export function readBuiltApp(): BuiltApp | undefined {
  const build = readBuild()
  if (build === undefined) return undefined
  const assets = Object.entries(build.files)
    .filter(([path]) => path.startsWith('assets/'))
    .map(([path, { encodings }]) => [`/${path}`, createAsset(join(dist, path), encodings)] as const)
  return {
    document: readFileSync(join(dist, 'index.html'), 'utf8'),
    shareDocument: readFileSync(join(dist, 'share.html'), 'utf8'),
    assets: new Map(assets),
    pushWorker: createAsset(join(dist, pushWorkerFile), build.files[pushWorkerFile]?.encodings ?? []),
  }
}

/** The review card for conversations, read when the first client shows it; undefined when the app is not built. */
export function createCardReader(): () => string | undefined {
  let html: string | undefined
  return () => {
    const path = join(dist, reviewCardFile)
    if (html === undefined && existsSync(path)) html = readFileSync(path, 'utf8')
    return html
  }
}

function createAsset(path: string, encodings: readonly Encoding[]): Asset {
  const kept = new Map<string, Promise<Buffer>>()
  return {
    type: contentTypes[extname(path)] ?? 'application/octet-stream',
    encodings,
    read(encoding) {
      const suffix = encoding === undefined ? '' : suffixes[encoding]
      const reading = kept.get(suffix) ?? readFile(path + suffix)
      kept.set(suffix, reading)
      reading.catch(() => kept.delete(suffix))
      return reading
    },
  }
}

const contentTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
}

export function hashOf(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('base64url')
}
