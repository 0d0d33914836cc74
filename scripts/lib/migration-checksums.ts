// server/db/migrations/checksums.txt: what each migration was when it landed. A database that has run a migration never
// runs it again, so an edit reaches some databases and not others: a landed file does not change any more.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Migration } from '../../server/src/database/migrate.ts'

export const checksumsPath = 'server/db/migrations/checksums.txt'

/** By the name of the migration. */
export type Checksums = Map<string, string>

/** The content of the file: a line per migration. Throws when one that has landed was changed or removed. */
export function checksumsFile(
  migrations: readonly Pick<Migration, 'name' | 'checksum'>[],
  landed: Checksums,
): string {
  const present = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  const wrong = [...landed].filter(([name, checksum]) => present.get(name) !== checksum).map(([name]) => name)
  if (wrong.length > 0) {
    throw new Error(
      `${wrong.join(', ')} has landed and must stay as it is: restore the file, and write a new migration for the change`,
    )
  }
  return [...present].map(([name, checksum]) => `${checksum}  ${name}\n`).join('')
}

/**
 * The file as it was at the last landed commit: where the branch left the one it goes back to, or HEAD when there is no
 * such branch. Without git, or before the file itself has landed, the file on disk.
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
