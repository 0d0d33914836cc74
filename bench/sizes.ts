// The size of rows in the database, indexes included: what one more comment, file or set of derivatives adds to each table.
// Comments and files are created over HTTP, so that everything that a call writes is counted.
import type pg from 'pg'
import { asAdmin, type World } from './world.ts'

export type Growth = { what: string; count: number; tables: { table: string; rows: number; bytes: number }[] }

type Site = { url: string; world: World }
type Batch = { data: { file: { id: string; parts: { partNumber: number; url: string }[] } }[] }

/** The derivatives of a video of a minute: see `server/src/media/video`. */
const derivatives = [
  'thumbnail.webp',
  'poster.webp',
  'proxy.mp4',
  'sprite.vtt',
  'sprite-1.jpg',
  'waveform.json',
]
const perBatch = 100

export async function measureSizes(
  url: string,
  world: World,
  counts: { comments: number; files: number },
): Promise<Growth[]> {
  const site = { url, world }
  return asAdmin(world.databaseUrl, async (client) => [
    await growth(client, 'comment', counts.comments, () => createComments(site, counts.comments)),
    await growth(client, 'file', counts.files, () => uploadFiles(site, counts.files)),
    await growth(client, 'derivative', counts.files * derivatives.length, () =>
      addDerivatives(client, world),
    ),
  ])
}

async function growth(client: pg.Client, what: string, count: number, add: () => Promise<unknown>) {
  const before = new Map((await tables(client)).map((one) => [one.table, one]))
  await add()
  const grown = (await tables(client)).map(({ table, rows, bytes }) => {
    const old = before.get(table)
    return { table, rows: rows - (old?.rows ?? 0), bytes: bytes - (old?.bytes ?? 0) }
  })
  return { what, count, tables: grown.filter(({ rows, bytes }) => rows >= count / 100 || bytes >= count) }
}

/** A partition counts towards its table. */
async function tables(client: pg.Client): Promise<Growth['tables']> {
  await client.query('vacuum analyze')
  const { rows } = await client.query<{ table: string; rows: string; bytes: string }>(
    `select coalesce(inhparent, c.oid)::regclass::text as table, sum(reltuples)::bigint as rows,
       sum(pg_total_relation_size(c.oid)) as bytes
     from pg_class c join pg_namespace n on n.oid = relnamespace left join pg_inherits on inhrelid = c.oid
     where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema') group by 1`,
  )
  return rows.map(({ table, rows: count, bytes }) => ({ table, rows: Number(count), bytes: Number(bytes) }))
}

/** One in four is a reply. */
async function createComments(site: Site, count: number): Promise<void> {
  const path = `/api/files/${site.world.writesFile}/comments`
  const content = 'The grade is a little too warm here, please cool it down and match the shot before it.'
  await inParallel(count / 4, async (i) => {
    const notes = [0, 1, 2].map((n) => ({ content, anchor: (3 * i + n) * 40 }))
    let last = ''
    for (const note of notes) last = (await post<{ data: { id: string } }>(site, path, note)).data.id
    await post(site, path, { content: 'Done in the next revision.', parent: { id: last } })
  })
}

async function uploadFiles(site: Site, count: number): Promise<void> {
  const { writesProject } = site.world
  const bytes = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  await inParallel(count / perBatch, async (batch) => {
    const files = Array.from({ length: perBatch }, (_, i) => ({
      name: `sc${batch}_sh${i}_comp.png`,
      size: bytes.length,
    }))
    const started = await post<Batch>(site, `/api/projects/${writesProject}/files/upload.batch`, { files })
    const complete: object[] = []
    for (const { file } of started.data) {
      const answer = await fetch(file.parts[0]!.url, { method: 'PUT', body: bytes })
      complete.push({ id: file.id, parts: [{ partNumber: 1, eTag: answer.headers.get('etag') }] })
    }
    await post(site, `/api/projects/${writesProject}/files/upload.complete.batch`, { files: complete })
  })
}

/** As `storeStep` writes them. */
async function addDerivatives(client: pg.Client, { writesProject }: World): Promise<void> {
  await client.query(
    `with made as (
       select f.id, d.name, gen_random_uuid() as object_id from files f, unnest($2::text[]) as d (name)
       where f.project_id = $1 and f.name like '%_comp.png'
     ), stored as (
       insert into objects (id, upload_id, size, part_size, mime_type, stored_at)
       select object_id, 'derived', 100000, 100000, 'image/webp', now() from made
     )
     insert into media_derivatives (file_id, name, step, object_id) select id, name, 'pictures', object_id from made`,
    [writesProject, derivatives],
  )
}

async function inParallel(count: number, work: (i: number) => Promise<void>): Promise<void> {
  let next = 0
  const one = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: 16 }, one))
}

async function post<Body>({ url, world }: Site, path: string, body: object): Promise<Body> {
  const headers = { Authorization: `Bearer ${world.key}`, 'Content-Type': 'application/json' }
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${text}`)
  return JSON.parse(text)
}

export function sizesReport(all: Growth[]): string {
  const lines = all.flatMap(({ what, count, tables: grown }) =>
    grown
      .toSorted((a, b) => b.bytes - a.bytes)
      .map(
        ({ table, rows, bytes }) =>
          `| ${what} | ${table} | ${(rows / count).toFixed(2)} | ${Math.round(bytes / count)} |`,
      ),
  )
  return ['| one more | table | rows | bytes, with indexes |', '|---|---|---|---|', ...lines].join('\n')
}
