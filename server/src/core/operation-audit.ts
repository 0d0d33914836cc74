// The entry that an operation writes into the audit log, as a part of its declaration. The entry is written in the transaction of the
// change; for a read, before it is answered.
import type { Caller } from './access.ts'
import { type AuditActor, actorOf, auditStatement, type Client } from './audit.ts'
import type { AuditAction, AuditDetails } from './audit-actions.ts'
import { type AuditSource, type FoundTarget, findTargets, targetKind } from './audit-targets.ts'
import { type Fragment, fragment, nothing, type Sql } from './sql.ts'

type Ids = string | readonly string[]

/**
 * The target of the entry: a record of the input, whose name is read before the change; a record that the change creates; or
 * the caller's own account or workspace. Several ids are several entries.
 */
export type DeclaredTarget<Input, Result> =
  | { of: AuditSource; before(input: Input): Ids }
  | { of: AuditSource; after(input: Input, result: Result): Ids }
  | 'caller'
  | 'workspace'

type DeclaredAudit<Action extends AuditAction, Input, Result> = {
  action: Action
  target: DeclaredTarget<Input, Result>
  /** `before` is what the change replaces: a role, for example. */
  details?(input: Input, before: string | null, result: Result): AuditDetails<Action>
  /** false: the call is not about this. */
  when?(input: Input): boolean
  /** The change concerns all workspaces of the caller: each gets an entry. */
  everywhere?: true
  /** For reads that a page repeats: at most one entry of a credential about a target within an hour. */
  hourly?: true
}

/** The handler writes the entry itself, in a statement that a page shares. */
type WrittenByHandler = { action: AuditAction; written: 'by the handler' }

export type OperationAudit<Input, Result> =
  | { [Action in AuditAction]: DeclaredAudit<Action, Input, Result> }[AuditAction]
  | WrittenByHandler

// biome-ignore lint/suspicious/noExplicitAny: inputs and results differ per operation.
export type AnyAudit = OperationAudit<any, any>

/** The actions that calls of an operation can write. */
export function actionsOf(audit: AnyAudit | readonly AnyAudit[] | undefined): AuditAction[] {
  return auditsOf(audit).map(({ action }) => action)
}

function auditsOf(audit: AnyAudit | readonly AnyAudit[] | undefined): readonly AnyAudit[] {
  if (audit === undefined) return []
  return 'action' in audit ? [audit] : audit
}

/** The names of the fields that are given, for `changed`. */
export function givenFields(fields: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(fields).filter((name) => fields[name] !== undefined)
}

type AuditedCall = {
  audit: AnyAudit | readonly AnyAudit[]
  input: unknown
  caller: Caller | undefined
  client: Client
}

/** Reads the targets that the call may delete or change. The returned function writes the entries once the change is made. */
export async function beginAudit(
  sql: Sql,
  { audit, input, caller, client }: AuditedCall,
): Promise<(result: unknown) => Promise<void>> {
  const due = auditsOf(audit).flatMap((one) =>
    'written' in one || one.when?.(input) === false
      ? []
      : [{ ...one, found: undefined as FoundTarget[] | undefined }],
  )
  for (const one of due) one.found = await findBefore(sql, one.target, input, caller)
  return async (result) => {
    for (const { found, ...one } of due) {
      const targets = found ?? (await findAfter(sql, one.target, input, result))
      if (targets.length > 0) await write(sql, { one, targets, input, result, caller, client })
    }
  }
}

// biome-ignore lint/suspicious/noExplicitAny: inputs and results differ per operation.
type AnyTarget = DeclaredTarget<any, any>

async function findBefore(
  sql: Sql,
  target: AnyTarget,
  input: unknown,
  caller: Caller | undefined,
): Promise<FoundTarget[] | undefined> {
  if (target === 'caller') return findTargets(sql, 'user', [caller!.userId])
  if (target === 'workspace') return findTargets(sql, 'workspace', [caller!.workspaceId])
  return 'before' in target ? findTargets(sql, target.of, [target.before(input)].flat()) : undefined
}

async function findAfter(
  sql: Sql,
  target: AnyTarget,
  input: unknown,
  result: unknown,
): Promise<FoundTarget[]> {
  if (typeof target === 'string' || 'before' in target) return []
  return findTargets(sql, target.of, [target.after(input, result)].flat())
}

function sourceOf(target: AnyTarget): AuditSource {
  return target === 'caller' ? 'user' : target === 'workspace' ? 'workspace' : target.of
}

type Written = {
  one: Exclude<AnyAudit, WrittenByHandler>
  targets: FoundTarget[]
  input: unknown
  result: unknown
  caller: Caller | undefined
  client: Client
}

async function write(sql: Sql, written: Written): Promise<void> {
  const { one, targets, caller, client } = written
  const { action, target, everywhere = false, hourly = false } = one
  const column = <Key extends keyof FoundTarget>(key: Key) => targets.map((found) => found[key])
  const actor = actorOf(caller)
  const rows = fragment`unnest(${column('id')}::text[], ${column('name')}::text[], ${column('projectId')}::uuid[],
    ${column('workspaceId')}::uuid[], ${targets.map(({ state }) => detailsText(written, state))}::text[])
    as found (id, name, project_id, workspace_id, details)`
  const own = caller?.workspaceId ?? null
  const from = everywhere
    ? fragment`(select m.workspace_id, found.id, found.name, found.project_id, found.details
        from ${rows}, workspace_members m where m.user_id = ${caller!.userId}) it`
    : fragment`(select coalesce(found.workspace_id, ${own}::uuid) as workspace_id, found.id, found.name, found.project_id,
        found.details from ${rows}) it`
  await sql`${auditStatement({
    action,
    actor,
    client,
    from: fragment`${from} ${hourly ? notLately(action, actor) : nothing}`,
    workspace: fragment`it.workspace_id`,
    project: fragment`it.project_id`,
    target: { kind: targetKind(sourceOf(target)), id: fragment`it.id`, name: fragment`it.name` },
    details: fragment`it.details::jsonb`,
  })}`
}

function detailsText({ one, input, result }: Written, state: string | null): string {
  const details = one.details?.(input, state, result) ?? {}
  const given = Object.entries(details).filter(([, value]) => value !== undefined && value !== null)
  return JSON.stringify(Object.fromEntries(given))
}

function notLately(action: AuditAction, { userId, connectionId, shareGuestId }: AuditActor): Fragment {
  return fragment`where not exists (
    select from audit_entries e
    where e.workspace_id = it.workspace_id and e.target_id = it.id and e.created_at > now() - interval '1 hour'
      and e.action = ${action} and e.actor_id is not distinct from ${userId}::uuid
      and e.connection_id is not distinct from ${connectionId}::uuid
      and e.share_guest_id is not distinct from ${shareGuestId}::uuid)`
}
