import { resolve } from 'node:path'
import { usageError } from '../../../cli/src/kit/errors.ts'
import { loadSecretKeys } from '../auth/secret-key.ts'
import { goLive } from '../core/installation.ts'
import { program } from '../core/program.ts'
import { writeBackup } from './backup.ts'
import { type Context, defineCommand, flag, optional, type Result, required } from './command.ts'
import { count, shortTime } from './output.ts'
import { restoreBackup } from './restore.ts'
import { readSecretKey, type SecretKeyResult } from './stored-files.ts'
import * as values from './values.ts'

export const backup = defineCommand({
  name: 'backup',
  summary: 'Write the database and the files of DATA_DIR to one file. The server may be running.',
  details:
    'The file is a gzipped tar that only its owner may read. Treat it as a secret: it contains the secret key of\n' +
    'DATA_DIR, if there is one, next to everything else. A SECRET_KEY that is given to the server as a setting is\n' +
    'not in it: store it separately. While it is written, its name is FILE.<process>.partial; the next backup into\n' +
    'the same folder removes the partial files of killed backups.',
  options: { to: required('FILE', 'the file to write; it must not exist yet', values.path) },
  concerns: () => 'all',
  async run({ to }, { config, connection, warn }) {
    const summary = await writeBackup({ connection, dataDir: config.dataDir, file: resolve(to) })
    if (config.secretKey !== undefined)
      warn('SECRET_KEY is set in the environment and is not part of the backup: store it too.')
    const { file, rows, tables, files, secretKey, removedPartials } = summary
    if (removedPartials > 0)
      warn(`Removed ${count(removedPartials, 'unfinished backup')} of a command that was killed.`)
    const text =
      `${file} holds ${count(rows, 'row')} of ${count(tables, 'table')}, ${count(files, 'file')} and ` +
      `${secretKey ? 'the secret key' : 'no secret key'}. Keep it secret.`
    return { json: summary, text }
  },
})

export const restore = defineCommand({
  name: 'restore',
  summary: 'Replace the database and the files of DATA_DIR by a backup. Stop the server first.',
  details:
    'Restores everything or nothing: a truncated or damaged backup changes nothing. A backup of an older release is\n' +
    'migrated; one of a newer release is refused. The secret key of the backup is restored where there is none; with\n' +
    '--force it replaces the existing one, which is renamed to secret.key.replaced.\n\n' +
    'The restored database is a copy: a server on it can be read, but sends no webhooks and no mail, starts no\n' +
    'generation, runs no jobs and stores no files. `restore --go-live`, while the server runs or not, makes it the live\n' +
    'one. With --from and --go-live, it is live from its first start.',
  options: {
    from: optional('FILE', 'a file written by `admin backup`', values.path),
    force: flag('replace everything even when the database or the storage is not empty'),
    'go-live': flag('make the restored database the live one'),
  },
  exclusive: ({ from }) => from !== undefined,
  concerns: () => 'all',
  async run({ from, force = false, 'go-live': isLive = false }, context) {
    if (from === undefined && !isLive)
      throw usageError('pass --from FILE to restore, or --go-live after a restore')
    if (from === undefined) return goLiveNow(context)
    const { config, connection, warn } = context
    const options = { connection, dataDir: config.dataDir, file: resolve(from), force, goLive: isLive, warn }
    const summary = await restoreBackup(options)
    await warnOfSecretKey(context)
    const { createdAt, rows, tables, files, secretKey, migrations } = summary
    const later = migrations.length > 0 ? ` Migrations applied since: ${migrations.join(', ')}.` : ''
    const text =
      `The backup of ${shortTime(createdAt)} UTC is restored: ${count(rows, 'row')} of ${count(tables, 'table')} and ` +
      `${count(files, 'file')}. ${secretKeyFates[secretKey]}${later}\n${isLive ? '' : copyText}`
    return { json: { ...summary, copy: !isLive }, text: text.trimEnd() }
  },
})

const copyText =
  'It is a copy: a server on it sends nothing and stores no files. To make it the live one, run\n' +
  `\`${program} admin restore --go-live\`.`

async function goLiveNow({ database }: Context): Promise<Result> {
  const wasCopy = await goLive(database.sql)
  const text = wasCopy
    ? 'This database is live. Running servers send webhooks and mail, and run jobs, within a second.'
    : 'This database is already live: nothing was changed.'
  return { json: { live: true, wasCopy }, text }
}

const secretKeyFates: Record<SecretKeyResult, string> = {
  restored: 'The secret key of the backup is restored.',
  same: 'The secret key is the same.',
  'kept ours': 'The existing secret key was not replaced.',
  absent: 'The backup contains no secret key.',
}

/** Warns early: a server with another key than the restored database expects does not start. */
async function warnOfSecretKey({ config, database, warn }: Context): Promise<void> {
  if (config.secretKey === undefined && (await readSecretKey(config.dataDir)) === undefined) return
  const { fingerprints } = loadSecretKeys(config)
  const [row] = await database.sql<{ value: string }>`
    select value from settings where name = 'secret_key_fingerprint'`
  if (!row || fingerprints.includes(row.value)) return
  warn(
    'The restored database was used with another SECRET_KEY than the one here. Configure the server with that key, or run ' +
      `\`${program} admin secret forget\`.`,
  )
}
