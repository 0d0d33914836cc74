// Which event notifies whom: one query per reason, over the CTE `batch` of events. Each finds candidates; the notifier
// leaves out the person who caused the event, and people who muted it or may not see it.
import { type Fragment, fragment, verbatim } from '../core/sql.ts'
import type { EventType } from '../records/event-types.ts'
import { type NotificationKind, notificationKinds } from '../records/notification.ts'

type Reason = {
  kind: NotificationKind
  /** SQL that selects `event_id` and `user_id`. */
  people: Fragment
  /** Only people who want to hear of everything in the project. */
  everything?: true
}

/** The events of the batch with one of these types, as `e`. */
function eventsOf(...types: EventType[]): Fragment {
  return fragment`(select * from batch where type = any(${types})) e`
}

/** The people of a subquery over `e`. */
function peopleOf(events: Fragment, people: Fragment): Fragment {
  return fragment`select e.id as event_id, person.user_id from ${events} cross join lateral ${people} person`
}

const userOfEvent = fragment`(select (e.data #>> '{user,id}')::uuid as user_id)`

/** Reviewers and authors of the versions with one of the files `f`. */
function reviewersOf(files: Fragment): Fragment {
  return fragment`
    select r.user_id from ${files} join version_files vf on vf.file_id = f.id
      join versions v on v.id = vf.version_id join review_requests r on r.version_id = v.id
    union all
    select v.created_by from ${files} join version_files vf on vf.file_id = f.id join versions v on v.id = vf.version_id`
}

const theFile = fragment`(select id, author_id from files where id = e.file_id) f`
/** All revisions of the file, when the event is about a second one or a later one. */
const itsRevisions = fragment`(
  select old.id, old.author_id from files new join files old on old.stack_id = new.stack_id
  where new.id = e.file_id and new.stack_number > 1) f`

/** The uploader of the file, and the people who review it. */
const concernedByComment = fragment`(
  select f.author_id as user_id from ${theFile} union all ${reviewersOf(theFile)})`

/** The members of the project; the notifier leaves out those who cannot see the comment. */
const everyone = fragment`(select m.user_id from project_members m where m.project_id = e.project_id)`

const concernedByRevision = fragment`(
  select f.author_id as user_id from ${itsRevisions} union all ${reviewersOf(itsRevisions)}
  union all select c.author_id from ${itsRevisions} join comments c on c.file_id = f.id)`

const thread = fragment`(
  select c.author_id as user_id from comments c
  where c.id = (e.data #>> '{parent,id}')::uuid or c.parent_id = (e.data #>> '{parent,id}')::uuid)`

const concernedByVerdict = fragment`(
  select v.created_by as user_id from versions v where v.id = e.version_id
  union all select r.requested_by from review_requests r where r.version_id = e.version_id)`

/** The person who made the share; the notifier leaves them out when they no longer manage the project. */
const sharer = fragment`(select s.created_by as user_id from shares s where s.id = (e.data #>> '{share,id}')::uuid)`

/** Everyone who asked for all notifications of the project. */
const everythingLevel = fragment`(
  select l.user_id from notification_levels l where l.project_id = e.project_id and l.level = 'EVERYTHING')`

const everything = (kind: NotificationKind, ...types: EventType[]): Reason => ({
  kind,
  people: peopleOf(eventsOf(...types), everythingLevel),
  everything: true,
})

const reasons: readonly Reason[] = [
  {
    kind: 'MENTION',
    people: fragment`
      select e.id as event_id, (mention ->> 'id')::uuid as user_id
      from ${eventsOf('comment.created', 'comment.updated')} cross join lateral json_array_elements(e.data -> 'mentions') mention`,
  },
  {
    kind: 'MENTION',
    people: fragment`
      ${peopleOf(eventsOf('comment.created', 'comment.updated'), everyone)}
      where (e.data ->> 'mentionsEveryone')::boolean`,
  },
  {
    kind: 'REVIEW_REQUESTED',
    people: peopleOf(eventsOf('review_request.created', 'review_request.reminded'), userOfEvent),
  },
  { kind: 'REPLY', people: peopleOf(eventsOf('comment.created'), thread) },
  { kind: 'VERDICT', people: peopleOf(eventsOf('verdict.given'), concernedByVerdict) },
  { kind: 'COMMENT', people: peopleOf(eventsOf('comment.created'), concernedByComment) },
  {
    kind: 'GENERATION',
    people: fragment`
      select e.id as event_id, f.author_id as user_id
      from ${eventsOf('file.generated', 'file.failed')} join files f on f.id = e.file_id and f.mode = 'GENERATED'`,
  },
  { kind: 'REVISION', people: peopleOf(eventsOf('file.uploaded', 'file.generated'), concernedByRevision) },
  { kind: 'SHARE_OPENED', people: peopleOf(eventsOf('share.opened'), sharer) },
  { kind: 'INVITATION', people: peopleOf(eventsOf('member.added'), userOfEvent) },
  { kind: 'ACCESS_LOST', people: peopleOf(eventsOf('member.removed'), userOfEvent) },
  everything('COMMENT', 'comment.created'),
  everything('VERDICT', 'verdict.given'),
  everything('UPLOAD', 'file.uploaded', 'file.generated'),
  everything('NEW_REVIEW', 'version.created'),
]

/** All candidates: event_id, user_id, kind, the rank of the kind, and whether it is only for the level EVERYTHING. */
export const candidates: Fragment = reasons
  .map(({ kind, people, everything = false }) => {
    const rank = notificationKinds.indexOf(kind)
    return fragment`
      select event_id, user_id, ${verbatim(`'${kind}'::text as kind, ${rank} as rank, ${everything} as everything`)}
      from (${people}) candidate`
  })
  .reduce((above, below) => fragment`${above} union all ${below}`)
