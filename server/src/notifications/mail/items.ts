// The content of a mail, before it is text or HTML: one item for each notification, with a sentence, quotes and links.
import { frameToMs } from '../../core/frames.ts'
import { commentPlace } from '../../records/comment-place.ts'
import { readableText } from '../../records/mention.ts'
import { notificationKinds } from '../../records/notification.ts'
import { webAddress } from '../../records/web-address.ts'
import { type Fact, mostFacts } from './facts.ts'

export type MailItem = {
  /** `Ben and 3 others commented on Teaser v3` */
  sentence: string
  /** The project, and the workspace if the mail is about several; null where the sentence says it. */
  place: string | null
  /** null if the person may not open it. */
  link: { url: string; text: string } | null
  quotes: readonly Quote[]
  /** Comments that are not quoted. */
  more: number
  due: string | null
  still: StillRequest | null
}

export type Quote = {
  /** The person and the place: `Ben, at 00:00:12:05`. */
  label: string
  text: string
  link: string
}

/** A frame of a video, or the thumbnail of a file. */
export type StillRequest = { fileId: string; atMs: number | null; alt: string }

const shownQuotes = 3
const quoteLength = 600

export type Letter = {
  subject: string
  items: readonly MailItem[]
  /** Items without details. */
  moreItems: number
  /** Identifies the file or review that the whole mail is about. */
  topic: string | null
}

/** The links at the end. */
export type Footer = { settings: string; unsubscribe: string }

const shownItems = 10

export function letterOf(facts: readonly Fact[], origin: string): Letter {
  const groups = [...Map.groupBy(facts.map(cleaned), ({ itemId }) => itemId).values()] as [Fact, ...Fact[]][]
  const rank = ([{ kind }]: readonly [Fact, ...Fact[]]) => notificationKinds.indexOf(kind)
  // The facts are newest first, so that groups of one kind are, too.
  groups.sort((a, b) => rank(a) - rank(b))
  const several = new Set(facts.map(({ workspaceName }) => workspaceName)).size > 1
  const items = groups.slice(0, shownItems).map((group) => itemOf(group, origin, several))
  const others = groups.length - 1
  const subject = `${items[0]!.sentence}${others === 0 ? '' : `, and ${others} more`}`
  return { subject: cut(subject, 200), items, moreItems: groups.length - items.length, topic: topicOf(facts) }
}

function topicOf(facts: readonly Fact[]): string | null {
  const topics = new Set(
    facts.map(({ stackId, versionId }) => (stackId ? `file-${stackId}` : versionId && `review-${versionId}`)),
  )
  return topics.size === 1 ? ([...topics][0] ?? null) : null
}

/** Names are one line: a line break in a subject would begin a header. */
function cleaned(fact: Fact): Fact {
  const line = (text: string | null) => (text === null ? null : text.replace(/[\s\p{Cc}]+/gu, ' ').trim())
  return {
    ...fact,
    actorName: line(fact.actorName),
    projectName: line(fact.projectName)!,
    workspaceName: line(fact.workspaceName)!,
    fileName: line(fact.fileName),
    versionName: line(fact.versionName),
  }
}

function itemOf(facts: [Fact, ...Fact[]], origin: string, several: boolean): MailItem {
  const [newest] = facts
  const isLost = newest.kind === 'ACCESS_LOST'
  const quoted = facts.filter(hasText)
  const shown = quoted.slice(0, shownQuotes).toReversed()
  const place = several ? `${newest.projectName} · ${newest.workspaceName}` : newest.projectName
  return {
    sentence: sentenceOf(facts),
    place: isLost ? null : place,
    link: isLost ? null : { url: linkOf(facts, origin), text: actionOf(newest) },
    quotes: shown.map((fact) => quoteOf(fact, origin)),
    more: quoted.length - shown.length,
    due: newest.dueAt && dayOf(newest.dueAt),
    still: stillOf(shown[0] ?? newest),
  }
}

const textOf = (fact: Fact) =>
  fact.content !== null ? readableText(fact.content, []) : (fact.note ?? fact.message)

function hasText(fact: Fact): boolean {
  return (textOf(fact) ?? '').trim() !== ''
}

function quoteOf(fact: Fact, origin: string): Quote {
  const place = fact.commentId === null ? '' : commentPlace(fact)
  const label = [nameOf(fact), place].filter((part) => part !== '').join(', ')
  return { label, text: cut(textOf(fact)!.trim(), quoteLength), link: webAddress(origin, fact) }
}

/** Of several comments, the first that is quoted. */
function stillOf(fact: Fact): StillRequest | null {
  const { stillFileId, fileKind, anchor, frame, rate } = fact
  if (stillFileId === null) return null
  const timed = fact.commentId !== null && fileKind === 'video'
  const atMs = !timed ? null : frame !== null && rate !== null ? frameToMs(frame, rate) : anchor
  return { fileId: stillFileId, atMs, alt: fact.fileName ?? fact.versionName ?? '' }
}

/** One comment opens at itself. Several open the page of the file, where all of them are. */
function linkOf(facts: [Fact, ...Fact[]], origin: string): string {
  const links = new Set(facts.map((fact) => webAddress(origin, fact)))
  if (links.size === 1) return [...links][0]!
  const [page, ...pages] = new Set([...links].map((link) => link.split('?')[0]!))
  return pages.length === 0 ? page! : `${origin}/projects/${facts[0].projectId}`
}

function actionOf({ kind, commentId, versionId, fileId }: Fact): string {
  if (kind === 'REVIEW_REQUESTED') return 'Open review'
  if (commentId !== null) return kind === 'COMMENT' ? 'Open comments' : 'Reply'
  return fileId !== null ? 'Open file' : versionId !== null ? 'Open review' : 'Open project'
}

const nameOf = ({ actorName }: Fact) => actorName ?? 'Dailies'

/** `Ben`, `Ben and Ann`, `Ben and 3 others`. */
function people(facts: readonly Fact[]): string {
  const [first, second, ...others] = new Map(facts.map((fact) => [fact.actorId, nameOf(fact)])).values()
  if (second === undefined) return first!
  return others.length === 0 ? `${first} and ${second}` : `${first} and ${others.length + 1} others`
}

const fileLabel = ({ fileName, revision }: Fact) =>
  `${fileName ?? 'a file'}${revision !== null && revision > 1 ? ` v${revision}` : ''}`
const reviewLabel = ({ versionName }: Fact) => versionName ?? 'a review'
/** ` on Teaser v3`, or ` in Spring campaign` for a comment on the project. */
const on = (fact: Fact) => (fact.fileId !== null ? ` on ${fileLabel(fact)}` : ` in ${fact.projectName}`)

const verdictWords: Record<string, string> = {
  APPROVED: 'approved',
  NEED_EDIT: 'requested changes in',
  REJECTED: 'rejected',
}

const counted = (facts: readonly unknown[]) =>
  facts.length === mostFacts ? `${mostFacts} or more` : facts.length

/** One sentence about the events of a notification. */
export function sentenceOf(facts: readonly [Fact, ...Fact[]]): string {
  const [fact] = facts
  const who = people(facts)
  const many = facts.length > 1
  switch (fact.kind) {
    case 'MENTION':
      return `${who} mentioned you${on(fact)}`
    case 'REVIEW_REQUESTED':
      return `${who} asked you to review ${reviewLabel(fact)}`
    case 'REPLY':
      return `${who} replied${on(fact)}`
    case 'VERDICT':
      return many
        ? `${who} gave verdicts on ${reviewLabel(fact)}`
        : `${who} ${verdictWords[fact.verdict ?? ''] ?? 'gave a verdict on'} ${reviewLabel(fact)}`
    case 'COMMENT':
      return `${who} commented${on(fact)}`
    case 'GENERATION':
      return fact.failed ? `${fileLabel(fact)} could not be generated` : `${fileLabel(fact)} is ready`
    case 'REVISION':
      return many ? `${who} uploaded ${counted(facts)} new revisions` : `${who} uploaded ${fileLabel(fact)}`
    case 'SHARE_OPENED':
      return `${who} opened what you shared from ${fact.projectName}`
    case 'INVITATION':
      return `${who} added you to ${fact.projectName}`
    case 'ACCESS_LOST':
      return `You no longer have access to ${fact.projectName}`
    case 'UPLOAD':
      return many
        ? `${who} uploaded ${counted(facts)} files to ${fact.projectName}`
        : `${who} uploaded ${fileLabel(fact)}`
    case 'NEW_REVIEW':
      return many
        ? `${who} created ${counted(facts)} reviews`
        : `${who} created the review ${reviewLabel(fact)}`
  }
}

/** Whole characters, with an ellipsis. */
export function cut(text: string, most: number): string {
  const characters = [...text]
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}

function dayOf(timestamp: string): string {
  const date = new Date(`${timestamp.replace(' ', 'T')}Z`)
  return date.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
}
