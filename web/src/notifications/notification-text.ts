// A notification as a sentence, and the page that it leads to.
import type { Notification } from '@dailies/sdk'

type Kind = Notification['kind']

/** “Ben and 3 others commented on Teaser.mp4 v3” */
export function notificationText(notification: Notification): string {
  return sentences[notification.kind](notification)
}

const sentences: Record<Kind, (notification: Notification) => string> = {
  MENTION: (one) => `${people(one)} mentioned you${times(one)} ${where(one)}`,
  REVIEW_REQUESTED: (one) => `${people(one)} asked you to review ${reviewName(one)}`,
  REPLY: (one) => `${people(one)} replied to you${times(one)} ${where(one)}`,
  VERDICT: (one) => `${people(one)} ${verdict(one)} ${reviewName(one)}`,
  COMMENT: (one) =>
    one.actorCount === 1 && one.count > 1
      ? `${people(one)} wrote ${counted(one.count, 'comment')} ${where(one)}`
      : `${people(one)} commented ${where(one)}`,
  GENERATION: (one) =>
    one.file?.status === 'FAILED'
      ? `${fileName(one)} could not be generated`
      : `${fileName(one)} has been generated`,
  REVISION: (one) =>
    one.count > 1
      ? `${people(one)} uploaded ${counted(one.count, 'new revision')} in ${one.project.name}`
      : `${people(one)} uploaded a new revision: ${fileName(one)}`,
  SHARE_OPENED: (one) => `${people(one)} opened what you shared from ${one.project.name}`,
  INVITATION: (one) => `${people(one)} added you to ${one.project.name}`,
  ACCESS_LOST: (one) => `You no longer have access to ${one.project.name}`,
  UPLOAD: (one) =>
    one.count > 1
      ? `${people(one)} uploaded ${counted(one.count, 'file')} in ${one.project.name}`
      : `${people(one)} uploaded ${fileName(one)}`,
  NEW_REVIEW: (one) =>
    one.count > 1
      ? `${people(one)} created ${counted(one.count, 'review')} in ${one.project.name}`
      : `${people(one)} created the review ${reviewName(one)}`,
}

/** The kinds as the filter names them, most important first. */
export const kindNames: readonly (readonly [Kind, string])[] = [
  ['MENTION', 'Mentions'],
  ['REVIEW_REQUESTED', 'Review requests'],
  ['REPLY', 'Replies'],
  ['VERDICT', 'Verdicts'],
  ['COMMENT', 'Comments'],
  ['GENERATION', 'Generations'],
  ['REVISION', 'New revisions'],
  ['SHARE_OPENED', 'Opened shares'],
  ['INVITATION', 'Invitations'],
  ['ACCESS_LOST', 'Lost access'],
  ['UPLOAD', 'Uploads'],
  ['NEW_REVIEW', 'New reviews'],
]

/** The URL that opening it leads to, at the comment if there is one; undefined if nothing is left to see. */
export function notificationHref(notification: Notification): string | undefined {
  const { kind, project, file, version, comment, count } = notification
  const inProject = `/projects/${project.id}`
  if (kind === 'ACCESS_LOST') return undefined
  if (comment) return `${file ? `/files/${file.id}` : `${inProject}/comments`}?comment=${comment.id}`
  if (kind === 'NEW_REVIEW' && count > 1) return `${inProject}/versions`
  if (version) return `${inProject}/versions/${version.id}`
  if (!file || ((kind === 'UPLOAD' || kind === 'REVISION') && count > 1)) return inProject
  return `/files/${file.id}`
}

function people({ actors, actorCount }: Notification): string {
  const [first, second] = actors
  if (!first) return 'Somebody'
  if (actorCount <= 1) return first.name
  if (actorCount === 2 && second) return `${first.name} and ${second.name}`
  return `${first.name} and ${actorCount - 1} ${actorCount === 2 ? 'other' : 'others'}`
}

/** How often one person did it; the number of several people says enough. */
function times({ actorCount, count }: Notification): string {
  return actorCount > 1 || count < 2 ? '' : count === 2 ? ' twice' : ` ${number(count)} times`
}

/** The server counts up to 100 events. */
function number(count: number): string {
  return count >= 100 ? '100 or more' : String(count)
}

function counted(count: number, noun: string): string {
  return `${number(count)} ${noun}${count === 1 ? '' : 's'}`
}

function fileName({ file }: Notification): string {
  if (!file) return 'A deleted file'
  return file.revision > 1 ? `${file.name} v${file.revision}` : file.name
}

function reviewName({ version, project }: Notification): string {
  return version?.name ?? `a review in ${project.name}`
}

function where(notification: Notification): string {
  return notification.file ? `on ${fileName(notification)}` : `in ${notification.project.name}`
}

function verdict({ actorCount, verdict }: Notification): string {
  if (actorCount > 1) return 'gave verdicts on'
  if (verdict === 'APPROVED') return 'approved'
  if (verdict === 'REJECTED') return 'rejected'
  return verdict === 'NEED_EDIT' ? 'requested changes to' : 'gave a verdict on'
}
