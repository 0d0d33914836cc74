// The one table of which event changes which query. Lists that can place a single item get the item instead, so that
// they need not reload all of their pages (live-updates.ts).
import type { DailiesEvent, UnknownEvent, VersionDetails } from '@dailies/sdk'
import type { QueryKey } from '@tanstack/react-query'
import { keys } from './queries.ts'
import { queryClient } from './query-client.ts'

/** A change of one item, for lists that apply it without reloading their pages. */
export type ItemChange =
  | { item: 'file'; projectId: string; id: string; change: 'changed' | 'deleted' | 'comments' }
  | {
      item: 'comment'
      id: string
      fileId: string | undefined
      parentId: string | undefined
      change: 'created' | 'updated' | 'other'
      actorId: string | undefined
    }
  /** Any comment may show another name or avatar, or events were missed: reload everything. */
  | { item: 'every-comment' }

export type Effects = {
  /** Queries to reload now, by key prefix. */
  now?: readonly QueryKey[]
  /** Queries to reload soon, once for any number of events. */
  soon?: readonly QueryKey[]
  items?: readonly ItemChange[]
}

export function effectsOf(projectId: string, event: DailiesEvent): Effects {
  switch (event.type) {
    case 'project.created':
    case 'project.updated':
    case 'project.deletion_scheduled':
    case 'project.deletion_cancelled':
    case 'project.deleted':
      return { now: [keys.project(projectId, 'details'), keys.projects, keys.inbox] }
    case 'folder.created':
    case 'folder.updated':
      return { now: [keys.project(projectId, 'folders')] }
    case 'folder.deleted':
    case 'folder.restored':
      return { now: [keys.project(projectId, 'folders')], soon: [keys.trash(projectId)] }
    case 'file.created':
    case 'file.uploaded':
    case 'file.generated':
    case 'file.failed':
    case 'file.processed':
    case 'file.updated':
    case 'file.deleted':
    case 'file.restored': {
      const { id } = event.data.file
      const change = event.type === 'file.deleted' ? 'deleted' : 'changed'
      return {
        now: [
          keys.file(id, 'details'),
          keys.file(id, 'captions'),
          keys.file(id, 'checks'),
          ...reviewsWith(id),
        ],
        // A new revision and a deleted file make verdicts stale: of which reviews, the event does not say.
        soon: [
          keys.project(projectId, 'files'),
          keys.inbox,
          ...(changesStacks(event.type) ? [keys.reviewers()] : []),
          ...ofTrash(projectId, event.type),
        ],
        items: [{ item: 'file', projectId, id, change }],
      }
    }
    case 'file.checked': {
      const { id } = event.data.file
      return { now: [keys.file(id, 'checks'), ...reviewsWith(id)] }
    }
    case 'file.reviewed_by_skill':
      return { now: [keys.file(event.data.file.id, 'skillReviews')] }
    case 'version.created':
    case 'version.updated':
    case 'version.status_changed':
    case 'version.deleted':
    case 'version.restored': {
      const { id } = event.data.version
      return {
        now: [keys.project(projectId, 'versions'), keys.version(id), keys.reviewers(id)],
        soon: [keys.inbox, ...ofTrash(projectId, event.type)],
      }
    }
    case 'review_request.created':
    case 'review_request.reminded':
    case 'review_request.seen':
    case 'review_request.deleted':
      // A change of the status has an event of its own.
      return { now: [keys.reviewers(event.data.version.id)], soon: [keys.inbox] }
    case 'verdict.given':
    case 'verdict.withdrawn': {
      // A person may replace the verdict of a tool: the status stays, and it is no longer by a tool.
      const { id } = event.data.version
      return {
        now: [keys.reviewers(id), keys.version(id), keys.project(projectId, 'versions')],
        soon: [keys.inbox],
      }
    }
    case 'member.updated':
      // The name and the avatar appear beside everything that the person has created.
      return {
        now: [keys.project(projectId), keys.projects, keys.reviewers()],
        items: [{ item: 'every-comment' }],
      }
    case 'member.added':
    case 'member.removed':
      return { now: [keys.project(projectId, 'members'), keys.inbox] }
    case 'access_link.created':
    case 'access_link.renewed':
    case 'access_link.deleted':
      return { now: [keys.project(projectId, 'links')] }
    case 'share.created':
    case 'share.updated':
    case 'share.opened':
    case 'share.guest_ended':
    case 'share.ended':
    case 'share.deleted':
      return { now: [keys.project(projectId, 'shares')] }
    case 'comment.created':
    case 'comment.updated':
    case 'comment.deleted':
    case 'comment.restored':
    case 'comment.resolved':
    case 'comment.reopened':
    case 'reaction.created':
    case 'reaction.deleted':
      return {
        soon: [keys.inbox, ...ofTrash(projectId, event.type)],
        items: commentChanges(projectId, event),
      }
    case 'trash.purged':
      return { soon: [keys.trash(projectId)] }
    case 'skill.created':
    case 'skill.updated':
    case 'skill.deleted':
    case 'skill.restored':
    case 'skill.version_drafted':
    case 'skill.version_published':
    case 'skill.version_deleted':
    case 'skill.evaluated':
      // Skills belong to the workspace: the stream of a project does not carry these events.
      return {}
    default:
      // After an update, the server may send events that this page does not know yet. Known events have a case above.
      event satisfies UnknownEvent
      return {}
  }
}

/** After missed events, every query in the table may be out of date. */
export function effectsOfReset(projectId: string): Effects {
  return {
    now: [
      keys.project(projectId),
      keys.trash(projectId),
      ['file'],
      ['version'],
      keys.reviewers(),
      keys.fileLists(),
      keys.inbox,
    ],
    items: [{ item: 'every-comment' }],
  }
}

const stackEvents = ['file.uploaded', 'file.generated', 'file.deleted', 'file.restored']

function changesStacks(type: string): boolean {
  return stackEvents.includes(type)
}

function ofTrash(projectId: string, type: string): QueryKey[] {
  return /\.(deleted|restored)$/.test(type) ? [keys.trash(projectId)] : []
}

/** The events of a review do not mention the names and thumbnails of its files. */
function reviewsWith(fileId: string): QueryKey[] {
  return queryClient
    .getQueriesData<VersionDetails>({ queryKey: ['version'] })
    .filter(([, review]) => review?.files.some(({ id }) => id === fileId))
    .map(([key]) => key)
}

type CommentEvent = Extract<DailiesEvent, { type: `comment.${string}` | `reaction.${string}` }>

const commentChange: Partial<Record<CommentEvent['type'], 'created' | 'updated'>> = {
  'comment.created': 'created',
  'comment.restored': 'created',
  'comment.updated': 'updated',
}

function commentChanges(projectId: string, event: CommentEvent): ItemChange[] {
  const { comment, file } = event.data
  const parent = 'parent' in event.data ? event.data.parent : null
  const change = commentChange[event.type] ?? 'other'
  const ofComment: ItemChange = {
    item: 'comment',
    id: comment.id,
    fileId: file?.id,
    parentId: parent?.id,
    change,
    actorId: event.actor?.id,
  }
  // Cards of files show the number of comments; a reaction does not change it.
  if (!file || event.type.startsWith('reaction.')) return [ofComment]
  return [ofComment, { item: 'file', projectId, id: file.id, change: 'comments' }]
}
