// Database outages do not cost a file that is fetched from an address.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { defineShutDown } from '../../test/stand-ins/database-outage.ts'
import { sends, startFileSource } from '../../test/stand-ins/file-source.ts'
import { startWorld } from '../../test/worlds/world.ts'
import { ApiError } from '../core/errors.ts'
import { fetchUpload } from './fetch-upload.ts'

const { host, offers } = await startFileSource()
const world = await startWorld({ env: { UPLOAD_ALLOW_HOSTS: host } })
const { database, storage } = world
const { sql } = database
const { id: projectId, owner } = await world.project()
await defineShutDown(sql)

const services = {
  ...{ database, storage, uploadHosts: [host], logger: pino({ level: 'silent' }) },
  quotas: { workspace: undefined, guest: undefined },
}
const never = new AbortController().signal
const bytes = Buffer.from('%PDF-1.7 a brief')

async function upload(url: string): Promise<string> {
  const body = { url }
  const answer = await world.call(`POST /api/projects/${projectId}/files/upload.url`, {
    key: owner.key,
    body,
  })
  assert.equal(answer.status, 202, JSON.stringify(answer.body))
  return answer.body.data.id
}

const read = async (id: string) => (await world.call(`GET /api/files/${id}`, { key: owner.key })).body.data

/** The tries that count, and whether the next one waits. */
async function progressOf(id: string) {
  const [row] = await sql`
    select u.tries, j.run_at > now() + interval '20 seconds' as waits
    from url_uploads u join graphile_worker.jobs j on j.key = 'fetch-upload:' || u.file_id where u.file_id = ${id}`
  return row
}

/** Runs work while no object can be recorded: the database shuts down at each one. */
async function duringOutage(work: () => Promise<void>): Promise<void> {
  await sql`create trigger shut_down before insert on objects for each row execute function shut_down()`
  try {
    await work()
  } finally {
    await sql`drop trigger shut_down on objects`
  }
}

test('a database outage while a file is stored: the download waits, and no try is counted', async () => {
  const id = await upload(offers('brief.pdf', sends(bytes)))
  await duringOutage(async () => {
    for (let i = 0; i < 5; i++) {
      await fetchUpload(services, id, never)
      assert.deepEqual(await progressOf(id), { tries: 0, waits: true })
    }
  })
  await fetchUpload(services, id, never)
  assert.equal((await read(id)).status, 'UPLOADED')
})

test('a database outage while bytes arrive: the download waits, and no try is counted', async () => {
  const slow = offers(
    'slow.pdf',
    (response) => {
      response.writeHead(200, { 'Content-Length': '1000000' })
      const timer = setInterval(() => response.write('x'), 50)
      response.on('close', () => clearInterval(timer))
    },
    sends(bytes),
  )
  const id = await upload(slow)
  await sql`
    create trigger shut_down before update on url_uploads for each row when (new.received > 0) execute function shut_down()`
  await fetchUpload(services, id, never)
  await sql`drop trigger shut_down on url_uploads`
  assert.deepEqual(await progressOf(id), { tries: 0, waits: true })
  await fetchUpload(services, id, never)
  assert.equal((await read(id)).status, 'UPLOADED')
})

test('a database outage that goes on when the download has stopped: no try is counted', async () => {
  const id = await upload(offers('brief.pdf', sends(bytes)))
  // A sequence counts on although its transaction is rolled back: the first change fails, the second succeeds.
  await sql`create sequence outages`
  await sql`
    create function shut_down_once() returns trigger language plpgsql as $$ begin
      if nextval('outages') > 1 then return new; end if;
      raise exception 'the database is shutting down' using errcode = 'admin_shutdown';
    end $$`
  await sql`
    create trigger shut_down_once before update on url_uploads for each row when (new.tries < old.tries)
    execute function shut_down_once()`
  await duringOutage(() => fetchUpload(services, id, never))
  await sql`drop trigger shut_down_once on url_uploads`
  assert.deepEqual(await progressOf(id), { tries: 0, waits: true })
})

test('a file keeps its bytes when the answer to its commit is lost', async () => {
  const id = await upload(offers('brief.pdf', sends(bytes)))
  let isLost = false
  const losing: typeof database = {
    ...database,
    async transaction(work) {
      const result = await database.transaction(work)
      if (isLost) return result
      isLost = true
      throw new ApiError('unavailable')
    },
  }
  await fetchUpload({ ...services, database: losing }, id, never)
  assert.equal((await read(id)).status, 'UPLOADED')
  const { body } = await world.call(`GET /api/files/${id}/download`, { key: owner.key })
  assert.equal(await (await fetch(body.data.url)).text(), bytes.toString())
  // The task that waits finds nothing to do.
  await fetchUpload(services, id, never)
  assert.equal((await read(id)).status, 'UPLOADED')
})
