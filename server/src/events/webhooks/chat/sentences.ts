// A sentence for every type of event: what one event says, and what several of the same type say together.
import type { Fact } from './facts.ts'

type Sentence = {
  /** Follows the name of the person: `uploaded Teaser.mov`. */
  one: (fact: Fact) => string
  many: (facts: readonly Fact[]) => string
  /** A sentence of its own, without a person. */
  impersonal?: true
}

const file = ({ fileName }: Fact) => fileName ?? 'a file'
const version = ({ versionName }: Fact) => (versionName === null ? 'a review' : `the review ${versionName}`)
const user = ({ userName }: Fact) => userName ?? 'a person'
const folder = ({ folderName }: Fact) => (folderName === null ? 'a folder' : `the folder ${folderName}`)
const skill = ({ skillName }: Fact) => (skillName === null ? 'a skill' : `the skill ${skillName}`)
/** The details that an agent wants for a skill wait for a person. */
const isProposal = ({ data: { changed = [] } }: Fact) => changed.length === 1 && changed[0] === 'proposal'
function problems({ data: { counts } }: Fact): string {
  const count = counts?.problems ?? 0
  return count === 0 ? 'no open problems' : count === 1 ? '1 open problem' : `${count} open problems`
}
const isSelf = ({ actor, data }: Fact) => actor !== null && actor.id === data.user?.id

function changes({ data: { changed = [] } }: Fact): string {
  const words = changed.map((field) => field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))
  return words.length === 0 ? '' : ` (${words.join(', ')})`
}

/** `on Teaser.mov`, `on 3 files`, or nothing for comments on the project. */
function onFiles(facts: readonly Fact[]): string {
  const names = new Map(
    facts.filter((fact) => fact.fileId !== null).map((fact) => [fact.fileId, fact.fileName]),
  )
  if (names.size === 0) return ''
  return names.size === 1 ? ` on ${[...names.values()][0]}` : ` on ${names.size} files`
}

const onFile = (fact: Fact) => onFiles([fact])

/** A sentence about things that are counted. */
function counted(verb: string, one: (fact: Fact) => string, things: string): Sentence {
  return { one: (fact) => `${verb} ${one(fact)}`, many: (facts) => `${verb} ${facts.length} ${things}` }
}

/** A sentence about comments. */
function aboutComments(verb: string, one = `${verb} a comment`, things = 'comments'): Sentence {
  return {
    one: (fact) => `${one}${onFile(fact)}`,
    many: (facts) => `${verb} ${facts.length} ${things}${onFiles(facts)}`,
  }
}

/** A sentence about a change of the project itself. */
function once(text: (fact: Fact) => string): Sentence {
  return { one: text, many: (facts) => text(facts.at(-1)!) }
}

const statusWords: Record<string, string> = {
  IN_PROGRESS: 'In progress',
  NEED_REVIEW: 'Needs review',
  NEED_EDIT: 'Needs changes',
  ON_HOLD: 'On hold',
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
  CLOSED: 'Closed',
}

const verdictWords: Record<string, string> = {
  APPROVED: 'approved',
  NEED_EDIT: 'requested changes in',
  REJECTED: 'rejected',
}

/** Another person's change may have made a verdict count: then the actor has not approved anything. */
function statusChange(fact: Fact): string {
  const to = fact.data.status?.to ?? ''
  const verdict = fact.actor?.id === fact.deciderId ? verdictWords[to] : undefined
  return verdict ? `${verdict} ${version(fact)}` : `set ${version(fact)} to ${statusWords[to] ?? to}`
}

const trashed: Record<string, string> = {
  FILE: 'a file',
  FOLDER: 'a folder',
  COMMENT: 'a comment',
  VERSION: 'a review',
  SKILL: 'a skill',
}

const sentences: Record<string, Sentence> = {
  'project.created': counted('created', () => 'the project', 'projects'),
  'project.updated': once((fact) => `changed the project${changes(fact)}`),
  'project.deletion_scheduled': once(() => 'scheduled the project for deletion'),
  'project.deletion_cancelled': once(() => 'cancelled the deletion of the project'),
  'project.deleted': once(() => 'deleted the project'),
  'folder.created': counted('created', folder, 'folders'),
  'folder.updated': counted('changed', (fact) => `${folder(fact)}${changes(fact)}`, 'folders'),
  'folder.deleted': counted('deleted', () => 'a folder', 'folders'),
  'folder.restored': counted('restored', folder, 'folders'),
  'file.created': counted('added', file, 'files'),
  'file.uploaded': counted('uploaded', file, 'files'),
  'file.generated': counted('generated', file, 'files'),
  'file.failed': {
    one: (fact) =>
      `${file(fact)} could not be uploaded or generated (${fact.data.failure?.code ?? 'failed'})`,
    many: ({ length }) => `${length} files could not be uploaded or generated`,
    impersonal: true,
  },
  'file.processed': {
    one: (fact) =>
      fact.data.media?.state === 'FAILED'
        ? `The previews of ${file(fact)} could not be made`
        : `The previews of ${file(fact)} are ready`,
    many: ({ length }) => `The previews of ${length} files have ended`,
    impersonal: true,
  },
  'file.checked': {
    one: (fact) => `The checks of ${file(fact)} have changed: ${problems(fact)}`,
    many: ({ length }) => `The checks of ${length} files have changed`,
    impersonal: true,
  },
  'file.reviewed_by_skill': {
    one: (fact) =>
      fact.data.skillReview?.state === 'FAILED'
        ? `A review of ${file(fact)} by a skill failed`
        : `A skill has reviewed ${file(fact)}`,
    many: ({ length }) => `Skills have reviewed ${length} files`,
    impersonal: true,
  },
  'file.updated': counted('changed', (fact) => `${file(fact)}${changes(fact)}`, 'files'),
  'file.deleted': counted('deleted', () => 'a file', 'files'),
  'file.restored': counted('restored', file, 'files'),
  'version.created': counted('created', version, 'reviews'),
  'version.updated': counted('changed', (fact) => `${version(fact)}${changes(fact)}`, 'reviews'),
  'version.status_changed': {
    one: statusChange,
    many: ({ length }) => `changed the status of reviews ${length} times`,
  },
  'version.deleted': counted('deleted', () => 'a review', 'reviews'),
  'version.restored': counted('restored', version, 'reviews'),
  'review_request.created': {
    one: (fact) => `asked ${user(fact)} to review ${fact.versionName ?? 'a review'}`,
    many: ({ length }) => `asked for ${length} reviews`,
  },
  'review_request.reminded': {
    one: (fact) => `reminded ${user(fact)} of ${version(fact)}`,
    many: ({ length }) => `sent ${length} reminders of reviews`,
  },
  'review_request.seen': counted('opened', version, 'reviews'),
  'review_request.deleted': {
    one: (fact) => `no longer asks ${user(fact)} for ${version(fact)}`,
    many: ({ length }) => `withdrew ${length} review requests`,
  },
  'verdict.given': {
    one: (fact) => `${verdictWords[fact.data.verdict ?? ''] ?? 'gave a verdict on'} ${version(fact)}`,
    many: ({ length }) => `gave ${length} verdicts`,
  },
  'verdict.withdrawn': {
    one: (fact) => `withdrew the verdict on ${version(fact)}`,
    many: ({ length }) => `withdrew ${length} verdicts`,
  },
  'member.added': {
    one: (fact) => (isSelf(fact) ? 'joined the project' : `added ${user(fact)} to the project`),
    many: ({ length }) => `added ${length} people to the project`,
  },
  'member.updated': {
    one: (fact) => (isSelf(fact) ? 'changed their profile' : `changed the role or profile of ${user(fact)}`),
    many: ({ length }) => `changed the roles or profiles of ${length} members`,
  },
  'member.removed': {
    one: (fact) => (isSelf(fact) ? 'left the project' : `removed ${user(fact)} from the project`),
    many: ({ length }) => `removed ${length} people from the project`,
  },
  'comment.created': {
    one: (fact) => `${fact.data.parent ? 'replied' : 'commented'}${onFile(fact)}`,
    many: (facts) => `posted ${facts.length} comments${onFiles(facts)}`,
  },
  'comment.updated': aboutComments('edited'),
  'comment.deleted': aboutComments('deleted'),
  'comment.restored': aboutComments('restored'),
  'comment.resolved': aboutComments('resolved'),
  'comment.reopened': aboutComments('reopened'),
  'reaction.created': {
    one: (fact) => `reacted with ${fact.data.type ?? 'an emoji'} to a comment${onFile(fact)}`,
    many: (facts) => `reacted to comments${onFiles(facts)} ${facts.length} times`,
  },
  'reaction.deleted': aboutComments('removed', 'removed a reaction to a comment', 'reactions'),
  'access_link.created': counted('created', () => 'an access link', 'access links'),
  'access_link.renewed': counted('renewed', () => 'an access link', 'access links'),
  'access_link.deleted': counted('deleted', () => 'an access link', 'access links'),
  'share.created': counted('created', () => 'a share', 'shares'),
  'share.updated': counted('changed', (fact) => `a share${changes(fact)}`, 'shares'),
  'share.opened': { one: () => 'opened a share', many: ({ length }) => `opened shares ${length} times` },
  'share.guest_ended': {
    one: () => 'ended a share for a guest',
    many: ({ length }) => `ended shares for ${length} guests`,
  },
  'share.ended': counted('ended', () => 'a share', 'shares'),
  'share.deleted': counted('deleted', () => 'a share', 'shares'),
  'skill.created': counted('created', skill, 'skills'),
  'skill.updated': {
    one: (fact) =>
      isProposal(fact) ? `proposed changes to ${skill(fact)}` : `changed ${skill(fact)}${changes(fact)}`,
    many: (facts) =>
      facts.every(isProposal)
        ? `proposed changes to skills ${facts.length} times`
        : `changed ${facts.length} skills`,
  },
  'skill.evaluated': counted('evaluated', skill, 'skills'),
  'skill.deleted': counted('deleted', () => 'a skill', 'skills'),
  'skill.restored': counted('restored', skill, 'skills'),
  'skill.version_drafted': {
    one: (fact) => `drafted a version of ${skill(fact)}`,
    many: ({ length }) => `drafted ${length} versions of skills`,
  },
  'skill.version_published': {
    one: (fact) => `published a version of ${skill(fact)}`,
    many: ({ length }) => `published ${length} versions of skills`,
  },
  'skill.version_deleted': {
    one: (fact) => `deleted a version of ${skill(fact)}`,
    many: ({ length }) => `deleted ${length} versions of skills`,
  },
  'trash.purged': counted(
    'deleted',
    ({ data }) => `${trashed[data.kind ?? ''] ?? 'a record'} for good`,
    'records for good',
  ),
}

/** One sentence about events of the same type. */
export function sentenceOf(facts: readonly Fact[]): string {
  const { type } = facts[0]!
  const { one, many, impersonal } = sentences[type] ?? once(() => `caused the event ${type}`)
  const what = facts.length === 1 ? one(facts[0]!) : many(facts)
  return impersonal ? what : `${people(facts)} ${what}`
}

/** The deed of a person, without their name: `Uploaded Teaser.mov`. */
export function deedOf(fact: Fact): string {
  const text = (sentences[fact.type] ?? once(() => `caused the event ${fact.type}`)).one(fact)
  return text[0]!.toUpperCase() + text.slice(1)
}

/** `Ann`, `Ann and Ben`, `Ann and 3 others`. The service itself is called Dailies. */
function people(facts: readonly Fact[]): string {
  const names = new Map(facts.map(({ actor }) => [`${actor?.id} ${actor?.agent}`, nameOf(actor)]))
  const [first, second, ...others] = names.values()
  if (second === undefined) return first!
  return others.length === 0 ? `${first} and ${second}` : `${first} and ${others.length + 1} others`
}

export function nameOf(actor: Fact['actor']): string {
  if (actor === null) return 'Dailies'
  return actor.agent ? `${actor.name} (agent)` : actor.name
}
