// The text of a push message: who did what, where, and the page that it opens.
import { oneLine } from '../../events/webhooks/chat/text.ts'
import type { Notification } from '../../records/notification.ts'
import { maxPlainBytes } from './encrypt.ts'

/** The content of a message, for the service worker of the browser: `web/src/push/push-worker.ts`. */
export type PushMessage = {
  title: string
  body: string
  /** The path of the page that a click opens. */
  path: string
  /** A message replaces an earlier one with the same tag. */
  tag: string
}

/** The notification, and whether its file is a generation that failed. */
export type Pushed = Notification & { failed: boolean }

/** Lock screens show two lines of a title. */
const maxTitle = 150

export function messageOf(notification: Pushed): PushMessage {
  const { project, comment, id } = notification
  return {
    title: shorten(titleOf(notification), maxTitle),
    body: oneLine(comment?.excerpt ?? '') || (titleNames(notification) ? '' : oneLine(project.name)),
    path: pathOf(notification),
    tag: id,
  }
}

export function bytesOf(message: PushMessage): Buffer {
  const bytes = Buffer.from(JSON.stringify(message))
  // Only characters that JSON escapes take more than four bytes, and names may consist of them.
  return bytes.length <= maxPlainBytes ? bytes : Buffer.from(JSON.stringify({ ...message, body: '' }))
}

function titleOf(notification: Pushed): string {
  const { kind, count, project, failed } = notification
  const who = actorsOf(notification)
  const what = thingOf(notification)
  switch (kind) {
    case 'MENTION':
      return `${who} mentioned you on ${what}`
    case 'REPLY':
      return `${who} replied on ${what}`
    case 'COMMENT':
      return `${who} commented on ${what}`
    case 'REVIEW_REQUESTED':
      return `${who} asked you to review ${what}`
    case 'VERDICT':
      return `${who} gave a verdict on ${what}`
    case 'GENERATION':
      return failed ? `The generation of ${what} failed` : `${what} is generated`
    case 'REVISION':
      return count === 1 ? `${who} uploaded ${what}` : `${count} new revisions in ${project.name}`
    case 'UPLOAD':
      return `${who} uploaded ${count === 1 ? what : `${count} files to ${project.name}`}`
    case 'NEW_REVIEW':
      return `${who} created ${count === 1 ? `the review ${what}` : `${count} reviews in ${project.name}`}`
    case 'SHARE_OPENED':
      return `${who} opened what you shared from ${project.name}`
    case 'INVITATION':
      return `${who} added you to ${project.name}`
    case 'ACCESS_LOST':
      return `You no longer have access to ${project.name}`
  }
}

/** Whether the title names the project, so that the body need not. */
function titleNames({ kind, count, file, version }: Pushed): boolean {
  if (kind === 'INVITATION' || kind === 'ACCESS_LOST' || kind === 'SHARE_OPENED') return true
  if (kind === 'REVISION' || kind === 'UPLOAD' || kind === 'NEW_REVIEW') return count > 1
  return file === null && version === null
}

/** “Ben”, “Ben and Ann”, “Ben and 3 others”. */
function actorsOf({ actors: [first, second], actorCount }: Pushed): string {
  if (!first) return 'Somebody'
  if (actorCount === 1) return oneLine(first.name)
  if (actorCount === 2 && second) return `${oneLine(first.name)} and ${oneLine(second.name)}`
  return `${oneLine(first.name)} and ${actorCount - 1} others`
}

function thingOf({ file, version, project }: Pushed): string {
  if (file) return file.revision > 1 ? `${oneLine(file.name)} v${file.revision}` : oneLine(file.name)
  return oneLine(version?.name ?? project.name)
}

function pathOf({ kind, count, project, file, version, comment }: Pushed): string {
  if (kind === 'ACCESS_LOST') return '/'
  const ofProject = `/projects/${project.id}`
  if (file && (comment || count === 1 || kind !== 'UPLOAD'))
    return `/files/${file.id}${comment ? `?comment=${comment.id}` : ''}`
  if (comment) return `${ofProject}/comments?comment=${comment.id}`
  return version && !file ? `${ofProject}/versions/${version.id}` : ofProject
}

function shorten(text: string, max: number): string {
  const characters = [...text]
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`
}
