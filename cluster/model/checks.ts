// The checks at the end of a run: the state of the cluster against the model of everything that was acknowledged.
import { Dailies } from '../../sdk/src/index.ts'
import { until } from '../processes.ts'
import { type Cluster, siteUrl } from '../start-cluster.ts'
import type { Model } from './clients.ts'
import type { followEvents, receiveWebhooks, startProvider } from './followers.ts'

export type Observed = {
  cluster: Cluster
  key: string
  projectId: string
  model: Model
  followers: ReturnType<typeof followEvents>[]
  webhooks: ReturnType<typeof receiveWebhooks>
  provider: ReturnType<typeof startProvider>
}

/** The time within which one more file must reach its final state. */
const settleSeconds = 150

/** One line for each check, and one for each violation. */
export async function checkModel(observed: Observed): Promise<{ passed: string[]; violations: string[] }> {
  const client = new Dailies({ baseUrl: siteUrl, token: observed.key })
  const passed: string[] = []
  const violations: string[] = []
  const check = async (name: string, find: () => Promise<{ checked: number; wrong: string[] }>) => {
    const { checked, wrong } = await find().catch((error) => ({ checked: 0, wrong: [String(error)] }))
    if (wrong.length === 0) passed.push(`${name}: ${checked}`)
    violations.push(...wrong.slice(0, 10).map((line) => `${name}: ${line}`))
    if (wrong.length > 10) violations.push(`${name}: and ${wrong.length - 10} more`)
  }
  await check('files in a final state', () => checkFiles(client, observed))
  await check('acknowledged comments and folders', () => checkRecords(client, observed))
  await check('events of every follower', () => checkStreams(client, observed))
  await check('events by webhook', () => checkWebhooks(client, observed))
  await check('payments', async () => checkPayments(client, observed))
  return { passed, violations }
}

async function checkRecords(client: Dailies, { projectId, model }: Observed) {
  const wrong: string[] = []
  const found = new Map<string, { id: string; content: string }[]>()
  for await (const { id, content } of client.comments.listOnProject(projectId)) {
    const created = String(content).split(',')[0]!
    found.set(created, [...(found.get(created) ?? []), { id, content: String(content) }])
  }
  for (const [created, { id, content, deleted }] of model.comments) {
    const rows = found.get(created) ?? []
    if (rows.length > 1) wrong.push(`${created} exists ${rows.length} times`)
    if (model.unknown.has(created)) continue
    if (deleted && rows.length > 0) wrong.push(`${created} was deleted and is back`)
    if (!deleted && rows.length === 0) wrong.push(`${created} (${id}) is lost`)
    if (!deleted && rows.some((row) => row.id !== id || row.content !== content))
      wrong.push(`${created} is ${JSON.stringify(rows)} instead of ${id} "${content}"`)
  }
  for (const created of found.keys())
    if (!model.comments.has(created) && !model.unknown.has(created)) wrong.push(`${created} was never sent`)
  const folders = new Map((await client.folders.list(projectId)).map(({ id, name }) => [name, id]))
  for (const [name, id] of model.folders)
    if (folders.get(name) !== id) wrong.push(`folder ${name} is ${folders.get(name)} instead of ${id}`)
  return { checked: model.comments.size + model.folders.size, wrong }
}

async function checkFiles(client: Dailies, { cluster, model }: Observed) {
  const wrong: string[] = []
  const states: Record<string, number> = {}
  const ids = [...model.uploads.keys(), ...model.generations.values()]
  const pending = new Map(ids.map((id) => [id, 'unknown']))
  const look = async () => {
    for (const id of pending.keys()) {
      const file = await client.files.get(id)
      const media = file.media?.state
      pending.set(id, `${file.mode} ${file.status}, media ${media}`)
      const failed = file.status === 'FAILED'
      if (!failed && (file.status !== 'UPLOADED' || (media !== 'READY' && media !== 'FAILED'))) continue
      pending.delete(id)
      const state = failed ? 'FAILED' : media!
      states[state] = (states[state] ?? 0) + 1
      const reason = failed ? file.failure?.code : media === 'FAILED' && file.media?.failure?.code
      if (state === 'FAILED' && !reason) wrong.push(`${id} failed without a reason`)
      if (failed && model.uploads.has(id)) wrong.push(`${id} was completed, and is FAILED`)
    }
  }
  await look()
  // After a long run the workers have files left to do, which is no fault as long as their number falls.
  for (let left = pending.size; left > 0; left = pending.size) {
    const fewer = until('fewer files are left', settleSeconds, async () => {
      await look()
      return pending.size < left
    })
    if (await fewer.then(() => false).catch(() => true)) break
  }
  for (const [id, state] of pending) wrong.push(`${id} is ${state}; ${await tasksOf(cluster, id)}`)
  for (const [id, bytes] of model.uploads) {
    const { url } = await client.files.getDownloadUrl(id)
    const stored = Buffer.from(await (await fetch(url)).arrayBuffer())
    if (!stored.equals(bytes)) wrong.push(`${id} has other bytes than were sent`)
  }
  return { checked: ids.length, wrong }
}

/** The tasks of a file in the queue, to tell a task that is lost from one that waits, or hangs in a worker. */
async function tasksOf(cluster: Cluster, fileId: string): Promise<string> {
  const rows = await cluster.query(`
    select j.id, t.identifier, j.attempts, j.locked_by, now() - j.locked_at as locked_for, j.run_at - now() as runs_in,
      now() - w.seen_at as worker_seen, left(j.last_error, 80) as error, now() as at
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    left join workers w on w.id = j.locked_by where j.payload::text like '%${fileId}%'`)
  const sessions = await cluster.query(`
    select pid, client_addr, state, wait_event, now() - query_start as since, left(query, 60) from pg_stat_activity
    where datname = 'dailies' and state <> 'idle'`)
  return `its tasks: ${rows.join('; ') || 'none'}; statements: ${sessions.join('; ')}`
}

type Listed = { number: number; id: string; type: string; data: unknown }

async function listEvents(client: Dailies, projectId: string): Promise<Listed[]> {
  const events: Listed[] = []
  for (let after = 0; ; after = events.at(-1)!.number) {
    const { data } = await client.call('listEvents', { projectId, after })
    events.push(...(data as Listed[]))
    if (data.length === 0) return events
  }
}

async function checkStreams(client: Dailies, { projectId, model, followers }: Observed) {
  const events = await listEvents(client, projectId)
  const numbers = events.map(({ number }) => number).join()
  const wrong: string[] = []
  for (const [i, follower] of followers.entries()) {
    wrong.push(...follower.problems.map((problem) => `follower ${i + 1}: ${problem}`))
    await until('', 30, async () => follower.events.length >= events.length).catch(() => {})
    const seen = follower.events.map(({ number }) => number)
    if (seen.join() !== numbers)
      wrong.push(
        `follower ${i + 1} got ${seen.length} of ${events.length} events: ${difference(seen, events)}`,
      )
  }
  const created = new Map<string, number>()
  for (const { type, data } of events) {
    const { comment } = data as { comment?: { id: string } }
    if (type === 'comment.created') created.set(comment!.id, (created.get(comment!.id) ?? 0) + 1)
  }
  for (const [content, { id }] of model.comments)
    if (created.get(id) !== 1) wrong.push(`${content}: ${created.get(id) ?? 0} events of its creation`)
  return { checked: events.length * followers.length, wrong }
}

function difference(seen: number[], events: Listed[]): string {
  const expected = new Set(events.map(({ number }) => number))
  const missing = [...expected].filter((number) => !seen.includes(number))
  const repeated = seen.filter((number, i) => seen.indexOf(number) !== i)
  const unknown = seen.filter((number) => !expected.has(number))
  const disordered = seen.filter((number, i) => i > 0 && number < seen[i - 1]!)
  const list = (numbers: number[]) => numbers.slice(0, 5).join(' ') || 'none'
  return `missing ${list(missing)}; repeated ${list(repeated)}; unknown ${list(unknown)}; out of order ${list(disordered)}`
}

async function checkWebhooks(client: Dailies, { projectId, webhooks }: Observed) {
  const events = await listEvents(client, projectId)
  const missing = () => events.filter(({ id }) => !webhooks.received.has(id))
  await until('', settleSeconds, async () => missing().length === 0).catch(() => {})
  const wrong = missing().map(({ number, type }) => `event ${number} (${type}) was not delivered`)
  return { checked: events.length, wrong }
}

async function checkPayments(client: Dailies, { model, provider }: Observed) {
  const wrong: string[] = []
  for (const [prompt, times] of provider.payments) if (times > 1) wrong.push(`${prompt}: paid ${times} times`)
  for (const [prompt, id] of model.generations) {
    const { status } = await client.files.get(id)
    const times = provider.payments.get(prompt) ?? 0
    if (status === 'UPLOADED' && times !== 1) wrong.push(`${prompt}: made, and paid ${times} times`)
  }
  return { checked: model.generations.size, wrong }
}
