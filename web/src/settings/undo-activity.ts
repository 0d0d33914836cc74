import type { ConnectionActivity, Event } from '@dailies/sdk'
import { client } from '../data/client.ts'

type Undo = NonNullable<ConnectionActivity['undo']>
type Of<Type extends Event['type']> = Extract<Event, { type: Type }>

/** Each undo belongs to one type of event, so that the data has the ids. */
const undos: Record<Undo, (event: never) => Promise<unknown>> = {
  DELETE_COMMENT: ({ data }: Of<'comment.created'>) => client.comments.delete(data.comment.id),
  REOPEN_COMMENT: ({ data }: Of<'comment.resolved'>) => client.comments.reopen(data.comment.id),
  RESOLVE_COMMENT: ({ data }: Of<'comment.reopened'>) => client.comments.resolve(data.comment.id),
  DELETE_REACTION: ({ data }: Of<'reaction.created'>) =>
    client.reactions.delete(data.comment.id, { type: data.type }),
  WITHDRAW_VERDICT: ({ data }: Of<'verdict.given'>) => client.verdicts.withdraw(data.version.id),
  DELETE_REVIEW_REQUEST: ({ data }: Of<'review_request.created'>) =>
    client.reviewRequests.delete(data.reviewRequest.id),
  REMOVE_MEMBER: ({ data }: Of<'member.added'>) => client.members.remove(data.member.id),
  DELETE_ACCESS_LINK: ({ data }: Of<'access_link.created'>) => client.accessLinks.delete(data.accessLink.id),
  DELETE_SKILL_VERSION: ({ data }: Of<'skill.version_drafted'>) =>
    client.skillVersions.delete(data.skillVersion.id),
  RESTORE_FILE: ({ data }: Of<'file.deleted'>) => client.files.restore(data.file.id),
  RESTORE_FOLDER: ({ data }: Of<'folder.deleted'>) => client.folders.restore(data.folder.id),
  RESTORE_COMMENT: ({ data }: Of<'comment.deleted'>) => client.comments.restore(data.comment.id),
  RESTORE_VERSION: ({ data }: Of<'version.deleted'>) => client.versions.restore(data.version.id),
  RESTORE_SKILL: ({ data }: Of<'skill.deleted'>) => client.skills.restore(data.skill.id),
}

export function undo({ event, undo }: ConnectionActivity): Promise<unknown> {
  return undos[undo!](event as never)
}
