// Files, comments, notifications and events of the other projects of the workspace: the tables that grow most.
import type pg from 'pg'

type Place = { workspace: string; author: string; rows: number }

const filesPerProject = 200
const commentsPerFile = 50
/** As a retention time of 30 days has. */
const periods = 6

// The project with this number, as `fillProjects` makes its id.
const project = (number: string) =>
  `(lpad(to_hex(1700000000000 + (${number}) * 1000), 12, '0') || '70018000' || lpad(to_hex(${number}), 12, '0'))::uuid`
const ofFile = (kind: string, number: string) =>
  `('00000000-0000-700${kind}-9000-' || lpad(to_hex(${number}), 12, '0'))::uuid`
// Behind the files that are measured.
const file = (number: string) => `'FX' || lpad((1000000000 + (${number}))::text, 22, '0')`
const time = (share: string) => `now() - interval '30 days' + (${share}) * interval '30 days'`

/** To be called while the indexes of these tables are dropped and their foreign keys are not checked. */
export async function fillGrowing(client: pg.Client, { workspace, author, rows }: Place): Promise<void> {
  const fill = (text: string, values: unknown[] = []) =>
    client.query(text.replace('$rows', `generate_series(0, ${rows - 1}::bigint) i`), values)
  for (const [kind, type] of [
    ['1', 'image/png'],
    ['2', 'image/webp'],
  ])
    await fill(
      `insert into objects (id, upload_id, size, part_size, mime_type)
       select ${ofFile(kind!, 'i')}, 'u' || i, 100000, 8388608, '${type}' from $rows`,
    )
  const projectOfFile = project(`i / ${filesPerProject} + 1`)
  await fill(
    `insert into files (id, project_id, name, mode, mime_type, status, size, position, object_id, author_id, stack_id,
       stack_number, created_at, updated_at)
     select ${file('i')}, ${projectOfFile}, 'sc' || i || '.png', 'LOCAL', 'image/png', 'UPLOADED', 100000, i,
       ${ofFile('1', 'i')}, $1, ${file('i')}, 1, moment, moment
     from $rows, lateral (select ${time(`i / ${rows}.0`)} as moment) m`,
    [author],
  )
  await fill(
    `insert into media (file_id, state, kind, width, height)
     select ${file('i')}, 'READY', 'IMAGE', 1920, 1080 from $rows`,
  )
  await fill(
    `insert into media_derivatives (file_id, name, step, object_id)
     select ${file('i')}, 'thumbnail.webp', 'pictures', ${ofFile('2', 'i')} from $rows`,
  )
  await fill(
    `insert into comments (id, project_id, file_id, author_id, content, anchor, created_at, updated_at)
     select ${ofFile('3', 'i')}, ${project(`i / ${commentsPerFile} / ${filesPerProject} + 1`)},
       ${file(`i / ${commentsPerFile}`)}, $1, 'Note ' || i || ': please cool the grade down.', i, moment, moment
     from $rows, lateral (select ${time(`i / ${rows}.0`)} as moment) m`,
    [author],
  )
  await fill(
    `insert into notifications (id, workspace_id, user_id, kind, project_id, group_key, read_at, created_at, updated_at)
     select ${ofFile('4', 'i')}, $1, $2, 'COMMENT', ${projectOfFile}, 'COMMENT ' || i, moment, moment, moment
     from $rows, lateral (select ${time(`i / ${rows}.0`)} as moment) m`,
    [workspace, author],
  )
  await fill(
    `insert into notification_events (event_id, user_id, notification_id, actor_id, comment_id, audience, file_id, created_at,
       mailed_at)
     select ${ofFile('5', 'i')}, $1, ${ofFile('4', 'i')}, $1, ${ofFile('3', 'i')}, 'ANYONE', ${file(`i / ${commentsPerFile}`)},
       moment, moment
     from $rows, lateral (select ${time(`i / ${rows}.0`)} as moment) m`,
    [author],
  )
  await fillEvents(client, { workspace, author, rows })
}

/** The events of the last 30 days, in their periods. */
async function fillEvents(client: pg.Client, { workspace, author, rows }: Place): Promise<void> {
  const actor = JSON.stringify({ id: author, name: 'caller', agent: false })
  for (let period = 0; period < periods; period++) {
    const [from, to] = [period, period + 1].map((number) => Math.floor((rows * number) / periods))
    await client.query(`select open_event_period(${time(String(period / periods))})`)
    await client.query(
      `insert into events (workspace_id, number, id, type, project_id, actor, audience, file_id, data, created_at)
       select $1, i + 1, gen_random_uuid(), 'comment.created', ${project(`i % ${Math.ceil(rows / filesPerProject)} + 1`)},
         $2::json, 'ANYONE', ${file('i')},
         json_build_object('comment', json_build_object('id', gen_random_uuid()), 'file', null, 'parent', null),
         ${time(`i / ${rows}.0`)}
       from generate_series(${from}, ${to! - 1}::bigint) i`,
      [workspace, actor],
    )
  }
  await client.query(`insert into event_counters (workspace_id, last_number) values ($1, $2)`, [
    workspace,
    rows,
  ])
}
