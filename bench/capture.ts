// The floor must send the same statements as the operation. They are captured from the driver while the server processes
// one real request.
import type { Plan } from './floor.ts'
import type { HotOperation } from './hot-operations.ts'
import type { handlers as serverHandlers } from './measured-server.ts'
import type { BenchProcess } from './processes.ts'
import type { World } from './world.ts'

export async function planOf(
  server: BenchProcess<typeof serverHandlers>,
  port: number,
  operation: HotOperation,
  world: World,
): Promise<Plan> {
  const { method, path, body } = operation.request(world)
  const headers: Record<string, string> = { Authorization: `Bearer ${world.key}` }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  await server.ask('record')
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const recorded = await server.ask('recorded')
  if (!response.ok) throw new Error(`${operation.name} answers ${response.status}: ${text}`)

  // Not part of the operation: the key is checked once a second, events are numbered afterwards in batches, and `select 1`
  // keeps a connection alive.
  const statements = recorded.filter(({ text: sent }) => !/api_keys|number_events|^select 1$/.test(sent))
  if (operation.kind === 'ping') return { status: response.status, value: JSON.parse(text) }
  const [statement] = statements
  if (statement === undefined || statements.length > 1) {
    const list = statements.map((each) => each.text).join('\n---\n')
    throw new Error(
      `${operation.name} sends ${statements.length} statements; a hot operation sends one:\n${list}`,
    )
  }
  const fresh = operation.kind === 'write' ? freshParameters(statement.values, JSON.parse(text), body) : []
  return { status: response.status, statement, fresh }
}

function freshParameters(
  values: unknown[],
  answer: { data: { id: string } },
  body: Record<string, unknown> | undefined,
): NonNullable<Plan['fresh']> {
  const { id } = answer.data
  const idKind = id.startsWith('DX') ? 'folder' : 'uuid'
  const fresh: NonNullable<Plan['fresh']> = []
  for (const [index, value] of values.entries()) {
    if (value === id) fresh.push({ index, as: idKind })
    else if (value === body?.name) fresh.push({ index, as: 'name' })
  }
  if (fresh.length < 2) throw new Error('the statement does not hold the new id and the name as parameters')
  return fresh
}
