// Files, comments, notifications and events of the other projects of the workspace: the tables that grow most.
import type pg from 'pg'

type Place = { workspace: string; author: string; rows: number }

const filesPerProject = 200
/** At least so many projects have events, so that a page of events costs the same in a small world. */
const projectsWithEvents = 100
const commentsPerFile = 50
/** Of events, as a retention time of 30 days has. */
const periods = { count: 6, length: `interval '5 days'` }

// The project with this number, as `fillProjects` makes its id.
const project = (number: string) =>
  `(lpad(to_hex(1700000000000 + (${number}) * 1000), 12, '0') || '70018000' || lpad(to_hex(${number}), 12, '0'))::uuid`
const ofFile = (kind: string, number: string) =>
  `('00000000-0000-700${kind}-9000-' || lpad(to_hex(${number}), 12, '0'))::uuid`
// Behind the files that are measured.
const file = (number: string) => `'FX' || lpad((1000000000 + (${number}))::text, 22, '0')`
/** The start of a period, or a moment in it: the last period ends at `end`. */
const time = (end: string, period: string) =>
  `'${end}'::timestamptz + (${period} - ${periods.count}) * ${periods.length}`

/** A statement that adds rows, and its values. */
type Fill = [text: string, values: unknown[]]

/** Rows that one statement adds at most: a statement of a quarter of an hour would leave the other connections idle. */
const rowsAtOnce = 500_000

/**
 * Adds the rows on all connections at the same time. To be called while the indexes of these tables are dropped and their foreign
 * keys are not checked.
 */
export async function fillGrowing(clients: pg.Client[], { workspace, author, rows }: Place): Promise<void> {
  const { rows: now } = await clients[0]!.query<{ end: string }>(`select now()::text as end`)
  const { end } = now[0]!
  for (let period = 0; period < periods.count; period++)
    await clients[0]!.query(`select open_event_period(${time(end, String(period))})`)
  const statements = rowStatements({ workspace, author, rows }, end)
  const fills: Fill[] = statements.flatMap(([text, values]) =>
    Array.from({ length: Math.ceil(rows / rowsAtOnce) }, (_, part): Fill => {
      const [from, to] = [part * rowsAtOnce, Math.min(rows, (part + 1) * rowsAtOnce) - 1]
      return [text.replace('$rows', `generate_series(${from}, ${to}::bigint) i`), values]
    }),
  )
  fills.push([`insert into event_counters (workspace_id, last_number) values ($1, $2)`, [workspace, rows]])
  await onAll(clients, fills)
}

/** Runs the statements, each on the next connection that is free. */
export async function onAll(clients: pg.Client[], statements: Fill[]): Promise<void> {
  const queue = [...statements]
  await Promise.all(
    clients.map(async (client) => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) await client.query(...next)
    }),
  )
}

/** The statements of each table, with `$rows` for the numbers `i` of the rows. The events are those of the last 30 days. */
function rowStatements({ workspace, author, rows }: Place, end: string): Fill[] {
  const period = `i * ${periods.count} / ${rows}`
  const moment = `lateral (select ${time(end, `${period}.0`)} as moment, ${time(end, period)} as period) m`
  const projectOfFile = project(`i / ${filesPerProject} + 1`)
  const fileOfComment = file(`i / ${commentsPerFile}`)
  const eventProjects = Math.max(Math.ceil(rows / filesPerProject), projectsWithEvents)
  const actor = JSON.stringify({ id: author, name: 'caller', agent: false })
  const objects = (kind: string, type: string): Fill => [
    `insert into objects (id, upload_id, size, part_size, mime_type)
     select ${ofFile(kind, 'i')}, 'u' || i, 100000, 8388608, '${type}' from $rows`,
    [],
  ]
  return [
    [
      `insert into files (id, project_id, name, mode, mime_type, status, size, position, object_id, author_id, stack_id,
         stack_number, created_at, updated_at)
       select ${file('i')}, ${projectOfFile}, 'sc' || i || '.png', 'LOCAL', 'image/png', 'UPLOADED', 100000, i,
         ${ofFile('1', 'i')}, $1, ${file('i')}, 1, moment, moment
       from $rows, ${moment}`,
      [author],
    ],
    [
      `insert into comments (id, project_id, file_id, author_id, content, anchor, created_at, updated_at)
       select ${ofFile('3', 'i')}, ${project(`i / ${commentsPerFile} / ${filesPerProject} + 1`)},
         ${fileOfComment}, $1, 'Note ' || i || ': please cool the grade down.', i, moment, moment
       from $rows, ${moment}`,
      [author],
    ],
    [
      `insert into events (workspace_id, number, id, type, project_id, actor, audience, file_id, data, created_at,
         period)
       select $1, i + 1, gen_random_uuid(), 'comment.created', ${project(`i % ${eventProjects} + 1`)},
         $2::json, 'ANYONE', ${file('i')},
         json_build_object('comment', json_build_object('id', gen_random_uuid()), 'file', null, 'parent', null), moment,
         period
       from $rows, ${moment}`,
      [workspace, actor],
    ],
    [
      `insert into notifications (id, workspace_id, user_id, kind, project_id, group_key, read_at, created_at, updated_at)
       select ${ofFile('4', 'i')}, $1, $2, 'COMMENT', ${projectOfFile}, 'COMMENT ' || i, moment, moment, moment
       from $rows, ${moment}`,
      [workspace, author],
    ],
    [
      `insert into notification_events (event_id, user_id, notification_id, actor_id, comment_id, audience, file_id, created_at,
         mailed_at)
       select ${ofFile('5', 'i')}, $1, ${ofFile('4', 'i')}, $1, ${ofFile('3', 'i')}, 'ANYONE', ${fileOfComment}, moment, moment
       from $rows, ${moment}`,
      [author],
    ],
    objects('1', 'image/png'),
    objects('2', 'image/webp'),
    [
      `insert into media (file_id, state, kind, width, height)
       select ${file('i')}, 'READY', 'IMAGE', 1920, 1080 from $rows`,
      [],
    ],
    [
      `insert into media_derivatives (file_id, name, step, object_id)
       select ${file('i')}, 'thumbnail.webp', 'pictures', ${ofFile('2', 'i')} from $rows`,
      [],
    ],
  ]
}
