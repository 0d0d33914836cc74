// The events of each resource, for `emit`. `from` names the changed rows as `it`, with the columns that each function
// lists. `data` holds the fields that this type has besides those of every event of the resource.
import type { Caller } from '../core/access.ts'
import { type Fragment, fragment, verbatim } from '../core/sql.ts'
import type { EventResource, EventType, EventTypeOf } from '../records/event-types.ts'
import {
  anyone,
  type EventActor,
  type EventDataSql,
  type NewEvent,
  onlyManagers,
  restrictedIf,
} from './outbox.ts'

/** The caller who made the change; null for the service itself. */
export type Actor = (NonNullable<EventActor> & Pick<Caller, 'workspaceId'>) | null

/** The fields of `data` that are not among the `Common` ones: an argument, or none where the type has no others. */
type OwnData<Type extends EventType, Common extends string> =
  Record<never, never> extends Omit<EventDataSql<Type>, Common>
    ? [data?: Omit<EventDataSql<Type>, Common>]
    : [data: Omit<EventDataSql<Type>, Common>]

/**
 * Combines the fields that all events of the resource have with those of this type. `OwnData` checks the callers; the
 * compiler cannot check that both together are the data of the type.
 */
function newEvent<Resource extends EventResource>(
  type: EventTypeOf<Resource>,
  event: Omit<NewEvent, 'type' | 'data'>,
  common: object,
  own: object | undefined,
): NewEvent {
  return { ...event, type, data: { ...common, ...own } } as NewEvent
}

/** Columns: id, workspace_id. */
export function projectEvent<Type extends EventTypeOf<'project'>>(
  type: Type,
  actor: Actor,
  from: Fragment,
  ...[data]: OwnData<Type, never>
): NewEvent {
  const place = { project: fragment`it.id`, workspace: fragment`it.workspace_id` }
  return newEvent<'project'>(type, { actor, from, ...place, audience: anyone }, {}, data)
}

/** Columns: id, project_id, workspace_id, user_id, role. */
export function memberEvent(type: EventTypeOf<'member'>, actor: EventActor, from: Fragment): NewEvent {
  return {
    type,
    actor,
    from,
    project: fragment`it.project_id`,
    workspace: fragment`it.workspace_id`,
    audience: anyone,
    data: { member: { id: fragment`it.id` }, user: { id: fragment`it.user_id` }, role: fragment`it.role` },
  }
}

/**
 * A person has changed their name or avatar: one `member.updated` for each of their projects. The rows of `changed` have
 * user_id and workspace_id, which is null for a change in all workspaces.
 */
export function profileEvent(actor: EventActor, changed: Fragment): NewEvent {
  const memberships = fragment`project_members it join ${changed} person
    on person.user_id = it.user_id and it.workspace_id = coalesce(person.workspace_id, it.workspace_id)`
  return memberEvent('member.updated', actor, memberships)
}

/** Columns: id, project_id. */
export function accessLinkEvent(type: EventTypeOf<'access_link'>, actor: Actor, from: Fragment): NewEvent {
  const data = { accessLink: { id: fragment`it.id` } }
  return { type, actor, from, ...inProject(actor), audience: onlyManagers, data }
}

/** Columns: id, project_id; guest_id for events about a guest. */
export function shareEvent<Type extends EventTypeOf<'share'>>(
  type: Type,
  actor: Actor,
  from: Fragment,
  ...[data]: OwnData<Type, 'share'>
): NewEvent {
  const common = { share: { id: fragment`it.id` } }
  return newEvent<'share'>(type, { actor, from, ...inProject(actor), audience: onlyManagers }, common, data)
}

/** Columns: id, project_id, parent_id. Restricted reviewers see a folder that leads to a file that they see. */
export function folderEvent<Type extends EventTypeOf<'folder'>>(
  type: Type,
  actor: Actor,
  from: Fragment,
  audience: Fragment,
  ...[data]: OwnData<Type, 'folder' | 'parent'>
): NewEvent {
  const common = { folder: { id: fragment`it.id` }, parent: reference('parent_id') }
  return newEvent<'folder'>(type, { actor, from, ...inProject(actor), audience }, common, data)
}

/** Columns: id, project_id, allow_restricted. */
export function fileEvent<Type extends EventTypeOf<'file'>>(
  type: Type,
  actor: Actor,
  from: Fragment,
  ...[data]: OwnData<Type, 'file'>
): NewEvent {
  const id = fragment`it.id`
  const event = { actor, from, ...inProject(actor), audience: restrictedIf(fragment`it.allow_restricted`) }
  return newEvent<'file'>(type, { ...event, file: id }, { file: { id } }, data)
}

/** Columns: id, project_id, allow_restricted. */
export function versionEvent<Type extends EventTypeOf<'version'>>(
  type: Type,
  actor: Actor,
  from: Fragment,
  ...[data]: OwnData<Type, 'version'>
): NewEvent {
  const id = fragment`it.id`
  const event = { actor, from, ...inProject(actor), audience: restrictedIf(fragment`it.allow_restricted`) }
  return newEvent<'version'>(type, { ...event, version: id }, { version: { id } }, data)
}

/** For `review_request.created`. Column: due_at. */
export const dueDate = { dueAt: fragment`to_char(it.due_at, 'YYYY-MM-DD HH24:MI:SS.US')` }

/** Columns: id, version_id, project_id, user_id. */
export function reviewRequestEvent<Type extends EventTypeOf<'review_request'>>(
  type: Type,
  actor: Actor,
  from: Fragment,
  ...[data]: OwnData<Type, 'version' | 'reviewRequest' | 'user'>
): NewEvent {
  const common = {
    version: { id: fragment`it.version_id` },
    reviewRequest: { id: fragment`it.id` },
    user: { id: fragment`it.user_id` },
  }
  return newEvent<'review_request'>(type, { actor, from, ...inProject(actor), ...ofVersion }, common, data)
}

/** Columns: version_id, project_id, user_id, verdict, agent. */
export function verdictEvent(type: EventTypeOf<'verdict'>, actor: Actor, from: Fragment): NewEvent {
  const data = {
    version: { id: fragment`it.version_id` },
    user: { id: fragment`it.user_id` },
    verdict: fragment`it.verdict`,
    agent: fragment`it.agent`,
  }
  return { type, actor, from, ...inProject(actor), ...ofVersion, data }
}

/** Columns: id, project_id, file_id, parent_id. */
export function commentEvent<Type extends EventTypeOf<'comment'>>(
  type: Type,
  actor: Actor,
  from: Fragment,
  ...[data]: OwnData<Type, 'comment' | 'file' | 'parent'>
): NewEvent {
  const common = {
    comment: { id: fragment`it.id` },
    file: reference('file_id'),
    parent: reference('parent_id'),
  }
  return newEvent<'comment'>(type, { actor, from, ...inProject(actor), ...onFile }, common, data)
}

/** Columns: id (of the comment), project_id, file_id, reaction. */
export function reactionEvent(type: EventTypeOf<'reaction'>, actor: Actor, from: Fragment): NewEvent {
  const data = {
    comment: { id: fragment`it.id` },
    file: reference('file_id'),
    type: fragment`it.reaction`,
  }
  return { type, actor, from, ...inProject(actor), ...onFile, data }
}

/** Columns: id, workspace_id. */
export function skillEvent<Type extends EventTypeOf<'skill'>>(
  type: Type,
  actor: Actor,
  from: Fragment,
  ...[data]: OwnData<Type, 'skill'>
): NewEvent {
  const event = { actor, from, project: null, workspace: fragment`it.workspace_id`, audience: anyone }
  return newEvent<'skill'>(type, event, { skill: { id: fragment`it.id` } }, data)
}

/** Columns: id, workspace_id, project_id, kind, record_id. Restricted reviewers see nothing of the trash of a project. */
export function trashEvent(type: EventTypeOf<'trash'>, actor: Actor, from: Fragment): NewEvent {
  const data = {
    trash: { id: fragment`it.id` },
    kind: fragment`it.kind`,
    record: { id: fragment`it.record_id` },
  }
  const place = { project: fragment`it.project_id`, workspace: fragment`it.workspace_id` }
  return { type, actor, from, ...place, audience: restrictedIf(fragment`it.project_id is null`), data }
}

/** For events of a version of a skill. Columns: version_id, version. */
export const skillVersionData = {
  skillVersion: { id: fragment`it.version_id`, version: fragment`it.version` },
}

/** For events of an evaluation of a skill. Columns: evaluation_id. */
export const skillEvaluationData = { evaluation: { id: fragment`it.evaluation_id` } }

/** The names of the fields whose SQL is true, as an array. */
export function changedFields(fields: Record<string, Fragment>): Fragment {
  const names = Object.entries(fields).map(
    ([name, differs]) => fragment`case when ${differs} then ${verbatim(`'${name}'`)} end`,
  )
  return fragment`array_remove(array[${names.reduce((list, name) => fragment`${list}, ${name}`)}], null)`
}

/** The rows of a table that really changed: those whose column `changed` is not empty. */
export function whereChanged(table: string): Fragment {
  return fragment`${verbatim(table)} it where cardinality(it.changed) > 0`
}

/** The rows of a change of `all_files` that are not in the trash: work on a file goes on there, without events. */
export function notInTrash(table: string): Fragment {
  return fragment`(select * from ${verbatim(table)} where trash_id is null) it`
}

/** For updates: the names in the column `changed`. */
export const changedData = { changed: fragment`it.changed` }

/** For updates of a file or version: the changed fields, and the visibility where that is one of them. */
export const changedDataWithVisibility = {
  ...changedData,
  allowRestricted: fragment`case when 'allowRestricted' = any(it.changed) then it.allow_restricted end`,
}

const onFile = {
  audience: restrictedIf(
    fragment`it.file_id is null or (select f.allow_restricted from all_files f where f.id = it.file_id)`,
  ),
  file: fragment`it.file_id`,
}

const ofVersion = {
  audience: restrictedIf(
    fragment`(select v.allow_restricted from all_versions v where v.id = it.version_id)`,
  ),
  version: fragment`it.version_id`,
}

/** A caller is in the workspace of the project; for the service itself the workspace is looked up. */
function inProject(actor: Actor) {
  const workspace = actor
    ? fragment`${actor.workspaceId}::uuid`
    : fragment`(select p.workspace_id from projects p where p.id = it.project_id)`
  return { project: fragment`it.project_id`, workspace }
}

function reference(column: 'file_id' | 'parent_id'): Fragment {
  const id = verbatim(`it.${column}`)
  return fragment`case when ${id} is not null then json_build_object('id', ${id}) end`
}
