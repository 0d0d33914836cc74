// server/db/migrations/checksums.txt: the checksum of each landed migration. A database never runs a migration twice, so an
// edit would reach some databases and not others: a landed migration must not change.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Migration } from '../../server/src/database/migrate.ts'

export const checksumsPath = 'server/db/migrations/checksums.txt'

/** Maps the name of a migration to its checksum. */
export type Checksums = Map<string, string>

/** The content of the file: one line per migration. Throws when a landed migration was changed or removed. */
export function checksumsFile(
  migrations: readonly Pick<Migration, 'name' | 'checksum'>[],
  landed: Checksums,
): string {
  const present = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  const wrong = [...landed].filter(([name, checksum]) => present.get(name) !== checksum).map(([name]) => name)
  if (wrong.length > 0) {
    throw new Error(
      `${wrong.join(', ')} has landed and must not change: restore the file and write a new migration for the change`,
    )
  }
  return [...present].map(([name, checksum]) => `${checksum}  ${name}\n`).join('')
}

/**
 * The checksums at the last landed commit: the merge base with the upstream branch, or HEAD without one. Without git, or
 * before the file has landed, the file on disk.
 */
export function landedChecksums(root: string): Checksums {
  const upstream = ['@{upstream}', 'origin/HEAD', 'origin/main'].map((name) =>
    git(root, 'merge-base', 'HEAD', name),
  )
  const commit = upstream.find((found) => found !== undefined)?.trim() ?? 'HEAD'
  return readChecksums(git(root, 'show', `${commit}:./${checksumsPath}`) ?? read(join(root, checksumsPath)))
}

export function readChecksums(text: string): Checksums {
  const lines = text.split('\n').filter((line) => line !== '')
  return new Map(
    lines.map((line) => line.split('  ') as [string, string]).map(([checksum, name]) => [name, checksum]),
  )
}

function git(root: string, ...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout : undefined
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
