// The time from one comment that mentions everyone to a notification for each of 1,000 members. The worker is called directly:
// what it waits for, the numbering of events, is measured by the suite `events`.
import type pg from 'pg'
import { createDatabase } from '../server/src/database/client.ts'
import { notifyNext, workspacesBehind } from '../server/src/notifications/notify.ts'
import { bounds, count, type SuiteReport } from './report.ts'
import { type Interval, medianInterval } from './statistics.ts'
import { asAdmin, type World } from './world.ts'

export type NotificationFigures = {
  members: number
  /** Milliseconds for a notification for each member: of new items, and of items that are still unread. */
  first: Interval
  repeated: Interval
}

export async function measureNotifications(
  url: string,
  world: World,
  { members, rounds }: { members: number; rounds: number },
): Promise<NotificationFigures> {
  const database = createDatabase({ connection: world.databaseUrl, log: console.error })
  try {
    return await asAdmin(world.databaseUrl, async (client) => {
      await addMembers(client, world, members)
      const catchUp = async (): Promise<number> => {
        await client.query('select number_events(1000)')
        let notified = 0
        for (const workspaceId of await workspacesBehind(database.sql))
          for (let more = true; more; ) {
            const progress = await notifyNext(database, workspaceId)
            notified += progress?.notified ?? 0
            more = progress?.full ?? false
          }
        return notified
      }
      const measure = async (): Promise<number> => {
        await mentionEveryone(url, world)
        await client.query('select number_events(1000)')
        const start = performance.now()
        const notified = await catchUp()
        const ms = performance.now() - start
        if (notified !== members) throw new Error(`${notified} of ${members} people were notified`)
        return ms
      }
      await catchUp()
      await measure()
      const first: number[] = []
      const repeated: number[] = []
      for (let round = 0; round < rounds; round++) {
        await client.query('update notifications set read_at = now() where read_at is null')
        first.push(await measure())
        repeated.push(await measure())
      }
      return { members, first: medianInterval(first), repeated: medianInterval(repeated) }
    })
  } finally {
    await database.close()
  }
}

/** New people, so that the project of the measurement has this many members besides its owner. */
async function addMembers(client: pg.Client, world: World, members: number): Promise<void> {
  await client.query(
    `with made as (
       insert into users (id, email, name)
       select gen_random_uuid(), 'notified-' || i || '@example.com', 'Member ' || i from generate_series(1, $2::integer) i
       returning id
     ), joined as (
       insert into workspace_members (id, workspace_id, user_id, role)
       select gen_random_uuid(), p.workspace_id, made.id, 'MEMBER' from made, projects p where p.id = $1
     )
     insert into project_members (id, project_id, workspace_id, user_id, role)
     select gen_random_uuid(), p.id, p.workspace_id, made.id, 'PROJECT_REVIEWER' from made, projects p where p.id = $1`,
    [world.writesProject, members],
  )
}

async function mentionEveryone(url: string, world: World): Promise<void> {
  const response = await fetch(`${url}/api/files/${world.writesFile}/comments`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${world.key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ content: 'Please look: @[everyone](review:everyone)' }),
  })
  if (response.status !== 201) throw new Error(`answered ${response.status}: ${await response.text()}`)
  await response.arrayBuffer()
}

export function notificationReport(figures: NotificationFigures): SuiteReport {
  const ms = (interval: Interval) => `${interval.estimate.toFixed(0)} ms (${bounds(interval, 0)})`
  const text =
    `One comment that mentions everyone in a project of ${count(figures.members)} members: the notifications are written in ` +
    `${ms(figures.first)} as new items, in ${ms(figures.repeated)} when the items are still unread. One statement writes them.`
  return { text, goals: [], figures }
}
