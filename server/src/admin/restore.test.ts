// Backups that are damaged, hostile, older or newer.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { listMigrations, type Migration, migrate } from '../database/migrate.ts'
import { writeBackup } from './backup.ts'
import { createArchiveWriter, openArchive } from './backup-format.ts'
import { createTarget, type Target, temporaryFolder, withClient } from './fixtures/admin-world.ts'
import { restoreBackup } from './restore.ts'
import { tarEnd } from './tar.ts'

const folder = temporaryFolder()
const source = await createTarget()
const workspace = (await source.admin('workspace', 'create', '--name', 'Source')).json.id
await withClient(source.url, (client) =>
  client.query(`
    insert into users (id, email, name) select gen_random_uuid(), 'ada' || i, 'Ada' from generate_series(1, 20) i;
    insert into workspace_members (id, workspace_id, user_id, role)
    select gen_random_uuid(), '${workspace}', id, 'MEMBER' from users`),
)
mkdirSync(join(source.dataDir, 'files'))
writeFileSync(join(source.dataDir, 'files/film'), Buffer.alloc(50_000, 'film'))
writeFileSync(join(source.dataDir, 'secret.key'), 's'.repeat(64))
const good = join(folder, 'good.tgz')
await writeBackup({ connection: source.url, dataDir: source.dataDir, file: good })

/** A target with its own data, which a restore with --force must replace completely or leave unchanged. */
async function usedTarget(): Promise<Target> {
  const target = await createTarget()
  await target.admin('workspace', 'create', '--name', 'Precious')
  mkdirSync(join(target.dataDir, 'files'))
  writeFileSync(join(target.dataDir, 'files/precious'), 'precious')
  writeFileSync(join(target.dataDir, 'secret.key'), 'p'.repeat(64))
  return target
}

let numbered = 0
function saved(bytes: Buffer): string {
  const file = join(folder, `${++numbered}.tgz`)
  writeFileSync(file, bytes)
  return file
}

/** The valid backup with other entries; the hash and the counts at its end are adjusted. */
async function altered(change: (entries: Map<string, string>) => void): Promise<string> {
  const archive = await openArchive(
    (async function* () {
      yield gunzipSync(readFileSync(good))
    })(),
  )
  const entries = new Map<string, string>()
  for (let entry = archive.present(); entry; entry = archive.present()) {
    entries.set(entry.name, await archive.readText())
  }
  change(entries)
  const end = JSON.parse(entries.get('end.json')!)
  const files = [...entries].filter(([name]) => name.startsWith('files/'))
  end.files = { count: files.length, bytes: files.reduce((sum, [, content]) => sum + content.length, 0) }
  entries.delete('end.json')
  const writer = createArchiveWriter(0)
  const pieces: Buffer[] = []
  const add = async (name: string, content: string) => {
    const bytes = Buffer.from(content)
    pieces.push(...(await Array.fromAsync(writer.entry(name, bytes.length, [bytes]))))
  }
  for (const [name, content] of entries) await add(name, content)
  await add('end.json', JSON.stringify({ ...end, sha256: writer.sha256() }))
  return saved(gzipSync(Buffer.concat([...pieces, tarEnd])))
}

/** The states of targets that no test has changed since; reading one takes as long as a refused restore. */
const states = new Map<Target, Awaited<ReturnType<Target['state']>>>()

async function assertRefused(target: Target, file: string, message: RegExp): Promise<void> {
  const before = states.get(target) ?? (await target.state())
  states.set(target, before)
  const refused = await target.admin('restore', '--from', file, '--force')
  assert.equal(refused.code, 1, file)
  assert.match(refused.stderr, message)
  assert.match(refused.stderr, /(^|\n).*Nothing was changed\.\n$/)
  assert.deepEqual(await target.state(), before)
}

/** For restores that are refused: each of them proves that nothing was changed. */
const used = await usedTarget()

test('a truncated backup changes nothing', async () => {
  const bytes = readFileSync(good)
  for (const part of [0, 0.02, 0.05, 0.5]) {
    const file = saved(bytes.subarray(0, Math.floor(bytes.length * part)))
    await assertRefused(used, file, /truncated or damaged|not a backup/)
  }
  for (const missing of [1, 9]) {
    await assertRefused(used, saved(bytes.subarray(0, -missing)), /truncated or damaged/)
  }
  // Truncated and then compressed: gzip detects nothing.
  const plain = gunzipSync(bytes)
  for (const part of [0.2, 0.95]) {
    const length = Math.floor((plain.length * part) / 512) * 512
    await assertRefused(used, saved(gzipSync(plain.subarray(0, length))), /truncated or damaged/)
    await assertRefused(
      used,
      saved(gzipSync(Buffer.concat([plain.subarray(0, length), tarEnd]))),
      /truncated or damaged/,
    )
  }
})

/** Gzip has a few bits between its blocks without a meaning. */
function isHarmless(bytes: Buffer, plain: Buffer): boolean {
  try {
    return gunzipSync(bytes).equals(plain)
  } catch {
    return false
  }
}

test('a backup with a flipped bit changes nothing', async () => {
  const bytes = readFileSync(good)
  const plain = gunzipSync(bytes)
  for (const part of [0.01, 0.02, 0.05, 0.5, 0.99]) {
    const flipped = Buffer.from(bytes)
    flipped[Math.floor(bytes.length * part)]! ^= 1
    if (!isHarmless(flipped, plain)) await assertRefused(used, saved(flipped), /is not restored/)
  }
  // In the rows and in a file, and then compressed: only the hash of the backup detects it.
  for (const mark of ['Source', 'film', 'ssss']) {
    const flipped = Buffer.from(plain)
    flipped[flipped.lastIndexOf(mark)]! ^= 1
    await assertRefused(used, saved(gzipSync(flipped)), /truncated or damaged \(its content does not match/)
  }
})

test('inconsistent rows are rejected even when all checksums are right', async () => {
  const file = await altered((entries) => {
    const name = 'database/workspaces/00000001.copy'
    entries.set(name, entries.get(name)!.replace(workspace, workspace.replaceAll('0', '1')))
  })
  await assertRefused(used, file, /violates foreign key/)
})

test('a path that leads out of the storage is rejected', async () => {
  for (const path of ['../evil', '/etc/evil', 'a/../../evil', '.replaced/evil']) {
    const file = await altered((entries) => entries.set(`files/${path}`, 'evil'))
    await assertRefused(used, file, /a file with the name/)
  }
})

test('a failure at the end of a restore reverts the files too', async () => {
  const target = await usedTarget()
  // Blocks the path of the secret key, which is moved into place last.
  rmSync(join(target.dataDir, 'secret.key'))
  mkdirSync(join(target.dataDir, 'secret.key'))
  await assertRefused(target, good, /EISDIR/)
})

test('files set aside by an interrupted restore are not lost', async () => {
  const target = await usedTarget()
  mkdirSync(join(target.dataDir, 'files/.replaced'))
  writeFileSync(join(target.dataDir, 'files/.replaced/old'), 'old')
  mkdirSync(join(target.dataDir, 'files/.restoring'))
  await assertRefused(target, good, /contains the files from before an interrupted restore/)
  rmSync(join(target.dataDir, 'files/.replaced'), { recursive: true })
  writeFileSync(join(target.dataDir, 'files/.restoring/half'), 'half')
  assert.equal((await target.admin('restore', '--from', good, '--force')).code, 0)
  assert.deepEqual(readdirSync(join(target.dataDir, 'files')), ['film'])
})

test('a file that is not a backup is rejected', async () => {
  await assertRefused(used, saved(Buffer.from('hello')), /truncated or damaged \(incorrect header check\)/)
  await assertRefused(used, saved(gzipSync('hello')), /truncated or damaged/)
  await assertRefused(used, saved(gzipSync(tarEnd)), /not a backup/)
  await assertRefused(used, await altered((entries) => entries.delete('manifest.json')), /not a backup/)
  const foreign = await altered((entries) => {
    const manifest = entries.get('manifest.json')!
    entries.set('manifest.json', manifest.replace('"idempotency_keys"', '"other_things"'))
  })
  await assertRefused(used, foreign, /the table other_things, which no migration/)
})

function migrationOf(name: string, text: string): Migration {
  return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
}

const later = migrationOf(
  '9999_later.sql',
  `create type mood as enum ('calm', 'busy');
   create domain level as integer check (value > 0);
   alter table projects add column mood mood not null default 'calm';
   alter table workspaces add column nickname text;
   update workspaces set nickname = lower(name);
   create table happenings (number bigint generated always as identity primary key, level level, workspace_id uuid
     constraint happenings_workspace_fkey references workspaces);
   alter table workspaces add column last_event bigint constraint workspaces_last_event_fkey references happenings;
   create function shout() returns trigger language plpgsql as $$ begin new.nickname := 'SHOUTED'; return new; end $$;
   create trigger workspaces_shout before insert on workspaces for each row execute function shout();
   create view quiet as select id from projects where mood = 'calm';
   insert into happenings (level) values (1)`,
)
const migrations = [...listMigrations(), later]

test('a backup of an older release is restored and migrated', async () => {
  const target = await usedTarget()
  await withClient(target.url, (client) => migrate(client, migrations))
  const { url: connection, dataDir } = target
  const options = { connection, dataDir, file: good, force: true, warn() {}, migrations }
  const restored = await restoreBackup(options)
  assert.deepEqual(restored.migrations, ['9999_later.sql'])
  await withClient(connection, async (client) => {
    const { rows } = await client.query('select name, nickname from workspaces')
    assert.deepEqual(rows, [{ name: 'Source', nickname: 'source' }])
    const members = await client.query('select from workspace_members')
    assert.equal(members.rows.length, 20)
  })
})

test('circular references, triggers, sequences and seed rows are restored unchanged', async () => {
  const from = await createTarget()
  await withClient(from.url, async (client) => {
    await migrate(client, migrations)
    await client.query(`insert into workspaces (id, name) values ('${workspace}', 'Round');
      insert into happenings (level, workspace_id) values (2, '${workspace}'), (3, '${workspace}');
      delete from happenings where level = 3;
      update workspaces set last_event = 2, nickname = 'round'`)
  })
  const file = join(folder, 'round.tgz')
  await writeBackup({ connection: from.url, dataDir: from.dataDir, file })
  const target = await createTarget()
  const { url: connection, dataDir } = target
  await restoreBackup({ connection, dataDir, file, force: false, warn() {}, migrations })
  assert.deepEqual(await target.state(), await from.state())
  await withClient(connection, async (client) => {
    const { rows } = await client.query('insert into happenings (level) values (4) returning number')
    assert.deepEqual(rows, [{ number: '4' }])
    const shouted = await client.query(
      `insert into workspaces (id, name) values (gen_random_uuid(), 'x') returning nickname`,
    )
    assert.deepEqual(shouted.rows, [{ nickname: 'SHOUTED' }])
  })
  // This release does not know the later migration.
  await assertRefused(used, file, /created by a newer release \(9999_later\.sql\)/)
})

test('a backup of a newer format or with a changed migration is rejected', async () => {
  const newer = await altered((entries) => entries.set('manifest.json', '{"format":2}'))
  await assertRefused(used, newer, /created by a newer release/)
  const changed = await altered((entries) => {
    const manifest = JSON.parse(entries.get('manifest.json')!)
    manifest.migrations[0].checksum = '0'.repeat(64)
    entries.set('manifest.json', JSON.stringify(manifest))
  })
  await assertRefused(used, changed, /was changed since the backup/)
})
