// Whether the built app is up to date with its sources. A container image has no sources: its build is always current.
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../../../', import.meta.url))
export const dist = join(root, 'web/dist')

/** The manifest of a build: written last, so that an interrupted build does not count. */
export type Build = {
  sources: string
  /** By path relative to `dist`. */
  files: Record<string, { size: number; encodings: Encoding[] }>
}

/** Relative to `dist`. Its name must not change: browsers look for updates under the name that they know. */
export const pushWorkerFile = 'push-worker.js'

/** Relative to `dist`. The review inside a conversation, for MCP. */
export const reviewCardFile = 'review-card.html'

export type Encoding = 'br' | 'gzip'
export const suffixes: Record<Encoding, string> = { br: '.br', gzip: '.gz' }

export function readBuild(): Build | undefined {
  try {
    return JSON.parse(readFileSync(join(dist, 'build.json'), 'utf8'))
  } catch {
    return undefined
  }
}

const patterns = [
  'web/*.{html,json,ts}',
  'web/src/**/*',
  'sdk/src/**/*',
  'tsconfig.json',
  'package-lock.json',
]

/** Undefined when there are no sources. */
export function hashSources(): string | undefined {
  if (!existsSync(join(root, 'web/src'))) return undefined
  const hash = createHash('sha256')
  const files = globSync(patterns, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name))
  for (const file of files.sort()) {
    const content = readFileSync(file)
    hash.update(`${file.slice(root.length)} ${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

export function isStale(): boolean {
  const sources = hashSources()
  return sources !== undefined && sources !== readBuild()?.sources
}
