// What is told of each kind of thing. The rows that changed are given as `from`, under the name `it`, with the columns
// that each function names; `more` adds to the data, as in `, 'role', it.role`.
import type { Caller } from '../core/access.ts'
import { type Fragment, fragment, nothing, verbatim } from '../core/sql.ts'
import type { EventType } from './catalogue.ts'
import { anyone, onlyManagers, restrictedIf, type Telling } from './outbox.ts'

/** Who did it; null: the service itself. */
export type Actor = Pick<Caller, 'userId' | 'agent' | 'workspaceId'> | null

type TypeOf<Kind extends string> = Extract<EventType, `${Kind}.${string}`>

/** Columns: id, workspace_id. */
export function tellProject(
  type: TypeOf<'project'>,
  caller: Actor,
  from: Fragment,
  data = fragment`json_build_object()`,
): Telling {
  return {
    type,
    caller,
    from,
    project: fragment`it.id`,
    workspace: fragment`it.workspace_id`,
    audience: anyone,
    data,
  }
}

/** Columns: id, project_id, workspace_id, user_id, role. */
export function tellMember(
  type: TypeOf<'member'>,
  caller: Pick<Caller, 'userId' | 'agent'> | null,
  from: Fragment,
): Telling {
  const data = fragment`json_build_object('member', json_build_object('id', it.id),
    'user', json_build_object('id', it.user_id), 'role', it.role)`
  const workspace = fragment`it.workspace_id`
  return { type, caller, from, project: fragment`it.project_id`, workspace, audience: anyone, data }
}

/**
 * Somebody has another name or avatar: in every project of theirs. `changed` has the columns user_id and workspace_id, which
 * is null for a change in all workspaces.
 */
export function tellPerson(caller: Pick<Caller, 'userId' | 'agent'> | null, changed: Fragment): Telling {
  const inEach = fragment`project_members it join ${changed} person
    on person.user_id = it.user_id and it.workspace_id = coalesce(person.workspace_id, it.workspace_id)`
  return tellMember('member.updated', caller, inEach)
}

/** Columns: id, project_id. */
export function tellAccessLink(type: TypeOf<'access_link'>, caller: Actor, from: Fragment): Telling {
  const data = fragment`json_build_object('accessLink', json_build_object('id', it.id))`
  return { type, caller, from, ...ofProject(caller), audience: onlyManagers, data }
}

/** Columns: id, project_id, parent_id. A folder is seen by restricted reviewers where it leads to a file that they see. */
export function tellFolder(
  type: TypeOf<'folder'>,
  caller: Actor,
  from: Fragment,
  audience: Fragment,
  more = nothing,
): Telling {
  const data = fragment`json_build_object('folder', json_build_object('id', it.id), 'parent', ${reference('parent_id')} ${more})`
  return { type, caller, from, ...ofProject(caller), audience, data }
}

/** Columns: id, project_id, allow_restricted. What is null is left out of the data. */
export function tellFile(type: TypeOf<'file'>, caller: Actor, from: Fragment, more = nothing): Telling {
  return {
    type,
    caller,
    from,
    ...ofProject(caller),
    audience: restrictedIf(fragment`it.allow_restricted`),
    file: fragment`it.id`,
    data: fragment`json_strip_nulls(json_build_object('file', json_build_object('id', it.id) ${more}))`,
  }
}

/** Columns: id, project_id, allow_restricted. What is null is left out of the data. */
export function tellVersion(type: TypeOf<'version'>, caller: Actor, from: Fragment, more = nothing): Telling {
  return {
    type,
    caller,
    from,
    ...ofProject(caller),
    audience: restrictedIf(fragment`it.allow_restricted`),
    version: fragment`it.id`,
    data: fragment`json_strip_nulls(json_build_object('version', json_build_object('id', it.id) ${more}))`,
  }
}

/** Columns: id, project_id, file_id, parent_id. */
export function tellComment(type: TypeOf<'comment'>, caller: Actor, from: Fragment, more = nothing): Telling {
  const data = fragment`json_build_object('comment', json_build_object('id', it.id), 'file', ${reference('file_id')},
    'parent', ${reference('parent_id')} ${more})`
  return { type, caller, from, ...ofProject(caller), ...onFile, data }
}

/** Columns: id (of the comment), project_id, file_id, reaction. */
export function tellReaction(type: TypeOf<'reaction'>, caller: Actor, from: Fragment): Telling {
  const data = fragment`json_build_object('comment', json_build_object('id', it.id), 'file', ${reference('file_id')},
    'type', it.reaction)`
  return { type, caller, from, ...ofProject(caller), ...onFile, data }
}

/** Columns: id, workspace_id. */
export function tellSkill(type: TypeOf<'skill'>, caller: Actor, from: Fragment, more = nothing): Telling {
  const data = fragment`json_build_object('skill', json_build_object('id', it.id) ${more})`
  return { type, caller, from, project: null, workspace: fragment`it.workspace_id`, audience: anyone, data }
}

/** For the data of a skill: one of its versions, from the columns version_id and version. */
export const versionOfSkill = fragment`, 'skillVersion', json_build_object('id', it.version_id, 'version', it.version)`

/** The names of the fields of which the SQL is true, as an array. */
export function changedFields(fields: Record<string, Fragment>): Fragment {
  const names = Object.entries(fields).map(
    ([name, differs]) => fragment`case when ${differs} then ${verbatim(`'${name}'`)} end`,
  )
  return fragment`array_remove(array[${names.reduce((list, name) => fragment`${list}, ${name}`)}], null)`
}

/** The rows of which something did change: those whose column `changed` names a field. */
export function whereChanged(table: string): Fragment {
  return fragment`${verbatim(table)} it where cardinality(it.changed) > 0`
}

/** For the data of a file or a version: the fields, and whether restricted reviewers see it, where that is one. */
export const whatChanged = fragment`, 'changed', it.changed,
  'allowRestricted', case when 'allowRestricted' = any(it.changed) then it.allow_restricted end`

const onFile = {
  audience: restrictedIf(
    fragment`it.file_id is null or (select f.allow_restricted from files f where f.id = it.file_id)`,
  ),
  file: fragment`it.file_id`,
}

/** Who calls is in the workspace of the project; of what the service does by itself, it is looked up. */
function ofProject(caller: Actor) {
  const workspace = caller
    ? fragment`${caller.workspaceId}::uuid`
    : fragment`(select p.workspace_id from projects p where p.id = it.project_id)`
  return { project: fragment`it.project_id`, workspace }
}

function reference(column: 'file_id' | 'parent_id'): Fragment {
  const id = verbatim(`it.${column}`)
  return fragment`case when ${id} is not null then json_build_object('id', ${id}) end`
}
