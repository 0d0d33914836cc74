// The comments on a file or a project: threads, replies, and the actions on them. Changes are shown at once and undone
// when the server refuses them; new comments go through the outbox.
import { type Comment, DailiesError } from '@dailies/sdk'
import { client } from '../data/client.ts'
import type { ItemChange } from '../data/event-table.ts'
import { createOrderedList, type OrderedList } from '../data/ordered-list.ts'
import type { Person } from '../data/participant.ts'
import { createStore, type Store } from '../data/store.ts'
import { readSeen, writeSeen } from './browser-storage.ts'
import { createCommentReader } from './comment-reader.ts'
import { mentionsIn } from './mentions.ts'
import { isUnsent, type Outbox, outboxOf, timestamp, type UnsentComment } from './outbox.ts'
import { type NewComment, orders, readReplies, readThreads, type Sort, type Target } from './target.ts'
import { withReactionToggled } from './toggle-reaction.ts'

export type CommentList = OrderedList<Comment>

export type DiscussionView = {
  sort: Sort
  threads: CommentList
  /** Threads that are expanded: long or resolved ones are collapsed otherwise. */
  opened: ReadonlySet<string>
  /** The thread that a reply is being written to. */
  replying: string | null
  /** The comment written last: the list scrolls to it. */
  latest: string | null
  /** The newest comment that this browser had seen when the page was opened. */
  seenUntil: string
  /** Comments that were selected since then. */
  read: ReadonlySet<string>
}

export type Discussion = {
  target: Target
  me: Person
  outbox: Outbox
  view: Store<DiscussionView>
  sortBy: (sort: Sort) => void
  /** Loads the remaining pages, one by one, until it is closed. */
  open: () => () => void
  replies: (threadId: string) => CommentList
  find: (id: string) => Comment | undefined
  /** The comment and its thread, wherever they are in the list. */
  lead: (id: string) => Promise<Comment>
  /** Hands a new comment to the outbox. Throws when this browser cannot store it. */
  create: (fields: NewComment, attachments?: Comment['attachments']) => void
  edit: (comment: Comment, content: string) => Promise<void>
  remove: (comment: Comment) => Promise<void>
  /** Undoes `remove`. */
  restore: (comment: Comment) => Promise<void>
  resolve: (comment: Comment, resolved: boolean) => Promise<void>
  react: (comment: Comment, emoji: string) => Promise<void>
  /**
   * Whether somebody else wrote the comment since this browser last showed the discussion, and it was not selected
   * since.
   */
  isUnread: (comment: Comment) => boolean
  markRead: (id: string) => void
  follow: (change: ItemChange) => void
}

/**
 * With fewer requests left than this, the remaining pages are loaded slowly: an account may read a hundred pages a
 * minute.
 */
const spared = 40
const slowMs = 650

/** How many more requests the server accepts now, from its rate-limit header. */
function requestsLeft(headers: Headers): number {
  return Number(/;r=(\d+)/.exec(headers.get('RateLimit') ?? '')?.[1] ?? 0)
}

export function createDiscussion(target: Target, me: Person, sort: Sort): Discussion {
  const threadsBy = (order: Sort, all?: readonly Comment[]) =>
    createOrderedList(
      (next, signal) => {
        const onResponse = ({ headers }: { headers: Headers }) => {
          left = requestsLeft(headers)
        }
        return readThreads(target, order, next, { signal, onResponse })
      },
      orders[order],
      all,
    )
  let left = 0
  const view = createStore<DiscussionView>({
    sort,
    threads: threadsBy(sort),
    opened: new Set(),
    replying: null,
    latest: null,
    seenUntil: readSeen(me.id, target),
    read: new Set(),
  })
  const outbox = outboxOf(me)
  const opened = new Map<string, CommentList>()
  const reader = createCommentReader(put, find, (comment) => listOf(comment)?.reveal(comment))
  let closed = new AbortController()

  function replies(threadId: string): CommentList {
    const known = opened.get(threadId)
    if (known) return known
    const list = createOrderedList((older, signal) => readReplies(threadId, older, signal), orders.time)
    opened.set(threadId, list)
    return list
  }

  function find(id: string): Comment | undefined {
    const { threads } = view.get()
    return threads.get(id) ?? [...opened.values()].map((list) => list.get(id)).find((comment) => comment)
  }

  function put(id: string, comment: Comment | null): void {
    const known = comment ?? find(id)
    if (known) listOf(known)?.put(id, comment)
  }

  function listOf({ parent }: Comment): CommentList | undefined {
    return parent === null ? view.get().threads : opened.get(parent.id)
  }

  async function fill(signal: AbortSignal): Promise<void> {
    const { threads } = view.get()
    while (!threads.store.get().complete) {
      await threads.more()
      const { error, reading } = threads.store.get()
      if (signal.aborted || error) return
      // Scrolling may be loading the same page.
      if (left < spared || reading) await new Promise((resolve) => setTimeout(resolve, slowMs))
      if (signal.aborted) return
    }
  }

  /** A comment of this discussion was sent: it replaces the unsent one. */
  function accept(unsent: UnsentComment, comment: Comment): void {
    if (!isOn(target, comment)) return
    const { parent } = comment
    if (parent) {
      const thread = find(parent.id)
      if (thread) put(thread.id, { ...thread, replyCount: thread.replyCount + 1 })
    }
    ;(parent ? replies(parent.id) : view.get().threads).reveal(comment)
    if (view.get().latest === unsent.id) view.set({ latest: comment.id })
  }

  /** Stores the newest comment shown so far as seen. */
  function remember(): void {
    const { items } = view.get().threads.store.get()
    const all = [items, ...[...opened.values()].map(({ store }) => store.get().items)].flat()
    const newest = all.reduce(
      (last, { createdAt }) => (createdAt > last ? createdAt : last),
      view.get().seenUntil,
    )
    writeSeen(me.id, target, newest)
  }

  function open(): () => void {
    closed.abort()
    closed = new AbortController()
    void fill(closed.signal)
    closed.signal.addEventListener('abort', outbox.onSent(accept))
    addEventListener('pagehide', remember, { signal: closed.signal })
    return () => {
      remember()
      closed.abort()
      view.get().threads.close()
    }
  }

  return {
    target,
    me,
    outbox,
    view,
    replies,
    find,
    open,
    sortBy(next) {
      const { threads } = view.get()
      const { complete, items } = threads.store.get()
      threads.close()
      view.set({ sort: next, threads: threadsBy(next, complete ? items : undefined) })
      open()
    },
    async lead(id) {
      const comment = find(id) ?? (await client.comments.get(id))
      const thread = comment.parent
        ? (find(comment.parent.id) ?? (await client.comments.get(comment.parent.id)))
        : comment
      if (!isOn(target, thread)) throw notHere()
      view.get().threads.reveal(thread)
      if (comment.parent) {
        const list = replies(thread.id)
        if (list.store.get().empty) await list.more()
        list.reveal(comment)
      }
      return comment
    },
    create(fields, attachments = []) {
      const { id } = outbox.add({ target, fields, attachments })
      view.set({ latest: id })
    },
    async edit(comment, content) {
      if (isUnsent(comment)) return outbox.edit(comment.id, content)
      const change = { content: content || null, ...mentionsIn(content), updatedAt: timestamp() }
      await reader.change(comment, change, () => client.comments.update(comment.id, { content }))
    },
    resolve: (comment, resolved) =>
      reader.change(comment, { resolvedAt: resolved ? timestamp() : null }, () =>
        resolved ? client.comments.resolve(comment.id) : client.comments.reopen(comment.id),
      ),
    react(comment, type) {
      const { reactions, mine } = withReactionToggled(comment.reactions, type, me.id)
      return reader.change(comment, { reactions }, () =>
        mine ? client.reactions.create(comment.id, { type }) : client.reactions.delete(comment.id, { type }),
      )
    },
    async remove(comment) {
      if (isUnsent(comment)) return outbox.discard(comment.id)
      const emptied = {
        content: null,
        annotation: null,
        author: null,
        agent: false,
        attachments: [],
        reactions: [],
        ...mentionsIn(null),
      }
      const change = comment.replyCount > 0 ? emptied : null
      await reader.change(comment, change, () => client.comments.delete(comment.id))
    },
    async restore(comment) {
      await client.comments.restore(comment.id)
      const restored = await client.comments.get(comment.id)
      listOf(restored)?.reveal(restored)
      if (restored.parent) reader.refresh(restored.parent.id)
    },
    isUnread({ id, author, createdAt }) {
      const { seenUntil, read } = view.get()
      return author !== null && author.id !== me.id && createdAt > seenUntil && !read.has(id)
    },
    markRead(id) {
      if (!view.get().read.has(id)) view.set({ read: new Set(view.get().read).add(id) })
    },
    follow(change) {
      if (change.item === 'every-comment') {
        void view.get().threads.reload()
        for (const list of opened.values()) if (!list.store.get().empty) void list.reload()
        return
      }
      if (change.item !== 'comment' || change.fileId !== target.fileId) return
      const { id, parentId } = change
      void (async () => {
        // The event of the person's own comment may arrive before the response to the request.
        if (change.actorId === me.id && !find(id)) await outbox.settled()
        const isRead = view.get().threads.store.get().reading || change.change === 'created'
        if (find(id) || (parentId ? opened.has(parentId) : isRead)) reader.refresh(id)
        // The number of replies changes, and a deleted comment disappears together with its last reply.
        if (parentId && change.change !== 'updated' && find(parentId)) reader.refresh(parentId)
      })()
    },
  }
}

function notHere(): DailiesError {
  return new DailiesError({
    status: 404,
    code: 'not_found',
    message: 'Comment not found. It may have been deleted.',
  })
}

function isOn({ projectId, fileId }: Target, { file, project }: Comment): boolean {
  return project.id === projectId && (file?.id ?? undefined) === fileId
}
