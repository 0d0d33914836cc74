// How a change is told: a row in the outbox, by the statement or in the transaction that makes the change.
import type { Caller } from '../core/access.ts'
import { type Fragment, fragment } from '../core/sql.ts'
import type { EventType } from './catalogue.ts'

export type Telling = {
  type: EventType
  /** Who did it; null: the service itself. */
  caller: Pick<Caller, 'userId' | 'agent'> | null
  /** The rows that changed, as in `from changed`: one event for each. */
  from: Fragment
  /** SQL over those rows. Null where it belongs to the workspace only. */
  project: Fragment | null
  workspace: Fragment
  /** SQL for `ANYONE`, `UNRESTRICTED` or `MANAGERS`: who of the project may learn of it. */
  audience: Fragment
  /** What it is about, where restricted reviewers do not see all of the kind: looked at again when it is read. */
  file?: Fragment
  version?: Fragment
  /** SQL for the json that goes with it: ids and what changed, never content. */
  data: Fragment
}

/**
 * The statement that tells of a change, to be a part of it: `with changed as (update …), told as (${tell({ … })})`.
 * It must read the rows that the change returned, so that it comes after the change got its locks. What is told of in
 * one statement has the order given here; of two such parts of a statement, either may come first.
 */
export function tell(first: Telling, ...more: Telling[]): Fragment {
  const rows = more.reduce((above, telling) => fragment`${above} union all ${row(telling)}`, row(first))
  return fragment`
    insert into outbox (workspace_id, type, project_id, actor_id, agent, audience, file_id, version_id, data) ${rows}`
}

function row({ caller, from, ...event }: Telling): Fragment {
  const { type, workspace, project, audience, file, version, data } = event
  return fragment`
    select ${workspace}, ${type}::text, ${project ?? fragment`null::uuid`}, ${caller?.userId ?? null}::uuid,
      ${caller?.agent ?? false}::boolean, ${audience}, ${file ?? fragment`null::text`}, ${version ?? fragment`null::uuid`},
      ${data}
    from ${from}`
}

export const anyone = fragment`'ANYONE'`
export const onlyUnrestricted = fragment`'UNRESTRICTED'`
export const onlyManagers = fragment`'MANAGERS'`

/** Whoever sees all of the project; and restricted reviewers, where this SQL is true. */
export function restrictedIf(visible: Fragment): Fragment {
  return fragment`case when ${visible} then 'ANYONE' else 'UNRESTRICTED' end`
}
