// What is said about a file or a project: its threads, their replies, and what one can do with them. Every change is
// shown at once and taken back when the server refuses it.
import { type Account, type Comment, DailiesError } from '@dailies/sdk'
import { client } from '../../app/client.ts'
import type { LiveEvent } from '../../app/live.ts'
import { createStore, type Store } from '../../app/store.ts'
import { byPlace, createFeed, type Feed, newestFirst } from './feed.ts'
import { createKeeper } from './keeper.ts'
import { reacted } from './reacted.ts'
import { createComment, type NewComment, readReplies, readThreads, type Sort, type Target } from './target.ts'

export type Discussion = {
  target: Target
  me: Account
  view: Store<{ sort: Sort; threads: Feed }>
  sortBy: (sort: Sort) => void
  /** Reads what is left, page by page, until it is closed. */
  open: () => () => void
  replies: (threadId: string) => Feed
  find: (id: string) => Comment | undefined
  /** The comment and its thread, wherever in the list they are. */
  lead: (id: string) => Promise<Comment>
  create: (fields: NewComment, attachments?: Comment['attachments']) => Promise<Comment>
  edit: (comment: Comment, content: string) => Promise<void>
  remove: (comment: Comment) => Promise<void>
  resolve: (comment: Comment, resolved: boolean) => Promise<void>
  react: (comment: Comment, emoji: string) => Promise<void>
  follow: (event: LiveEvent) => void
}

const orders = { place: byPlace, time: newestFirst }

/** With fewer requests left than this, the rest is read slowly: an account may read a hundred pages a minute. */
const spared = 40
const slowMs = 650

/** How many more requests the server takes now, by its header. */
function requestsLeft(headers: Headers): number {
  return Number(/;r=(\d+)/.exec(headers.get('RateLimit') ?? '')?.[1] ?? 0)
}

export function createDiscussion(target: Target, me: Account, sort: Sort): Discussion {
  const threadsBy = (order: Sort, all?: readonly Comment[]) =>
    createFeed(
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
  const view = createStore({ sort, threads: threadsBy(sort) })
  const opened = new Map<string, Feed>()
  const keeper = createKeeper(put, find, (comment) => feedOf(comment)?.reveal(comment))
  let closed = new AbortController()
  // Comments that are being sent: the news of one may come before the answer.
  const sending = new Set<Promise<unknown>>()

  function replies(threadId: string): Feed {
    const known = opened.get(threadId)
    if (known) return known
    const feed = createFeed((older, signal) => readReplies(threadId, older, signal), newestFirst)
    opened.set(threadId, feed)
    return feed
  }

  function find(id: string): Comment | undefined {
    const { threads } = view.get()
    return threads.get(id) ?? [...opened.values()].map((feed) => feed.get(id)).find((comment) => comment)
  }

  function put(id: string, comment: Comment | null): void {
    const known = comment ?? find(id)
    if (known) feedOf(known)?.put(id, comment)
  }

  function feedOf({ parent }: Comment): Feed | undefined {
    return parent === null ? view.get().threads : opened.get(parent.id)
  }

  async function fill(signal: AbortSignal): Promise<void> {
    const { threads } = view.get()
    while (!threads.store.get().complete) {
      await threads.more()
      const { error, reading } = threads.store.get()
      if (signal.aborted || error) return
      // Somebody who scrolls may be reading the same page.
      if (left < spared || reading) await new Promise((resolve) => setTimeout(resolve, slowMs))
      if (signal.aborted) return
    }
  }

  function open(): () => void {
    closed.abort()
    closed = new AbortController()
    void fill(closed.signal)
    return () => {
      closed.abort()
      view.get().threads.close()
    }
  }

  return {
    target,
    me,
    view,
    replies,
    find,
    open,
    sortBy(next) {
      const { threads } = view.get()
      const { complete, comments } = threads.store.get()
      threads.close()
      view.set({ sort: next, threads: threadsBy(next, complete ? comments : undefined) })
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
        const feed = replies(thread.id)
        if (feed.store.get().empty) await feed.more()
        feed.reveal(comment)
      }
      return comment
    },
    async create(fields, attachments = []) {
      const draft = draftComment(target, me, fields, attachments)
      const thread = fields.parent ? find(fields.parent.id) : undefined
      const feed = fields.parent ? replies(fields.parent.id) : view.get().threads
      feed.reveal(draft)
      if (thread) put(thread.id, { ...thread, replyCount: thread.replyCount + 1 })
      const sent = createComment(target, fields).then(({ id }) => client.comments.get(id))
      sending.add(sent)
      try {
        const comment = await sent
        feed.put(draft.id, null)
        feed.reveal(comment)
        return comment
      } catch (error) {
        feed.put(draft.id, null)
        if (thread) put(thread.id, thread)
        throw error
      } finally {
        sending.delete(sent)
      }
    },
    edit: (comment, content) =>
      keeper.change(comment, { content, updatedAt: now() }, () =>
        client.comments.update(comment.id, { content }),
      ),
    resolve: (comment, resolved) =>
      keeper.change(comment, { resolvedAt: resolved ? now() : null }, () =>
        resolved ? client.comments.resolve(comment.id) : client.comments.reopen(comment.id),
      ),
    react(comment, type) {
      const { reactions, mine } = reacted(comment.reactions, type, me.id)
      return keeper.change(comment, { reactions }, () =>
        mine ? client.reactions.create(comment.id, { type }) : client.reactions.delete(comment.id, { type }),
      )
    },
    remove(comment) {
      const emptied = {
        content: null,
        annotation: null,
        author: null,
        agent: false,
        attachments: [],
        reactions: [],
      }
      const change = comment.replyCount > 0 ? emptied : null
      return keeper.change(comment, change, () => client.comments.delete(comment.id))
    },
    follow(event) {
      if (event.type === 'reset') {
        void view.get().threads.again()
        for (const feed of opened.values()) void feed.again()
        return
      }
      if (!event.type.startsWith('comment.') && !event.type.startsWith('reaction.')) return
      const { comment, file, parent } = event.data as Told
      if ((file?.id ?? undefined) !== target.fileId) return
      const isOwn = event.actor?.id === me.id
      void (async () => {
        if (isOwn && !find(comment.id)) await Promise.allSettled(sending)
        const isRead = view.get().threads.store.get().reading || event.type === 'comment.created'
        if (find(comment.id) || (parent ? opened.has(parent.id) : isRead)) keeper.refresh(comment.id)
        // How many replies there are; and a deleted comment goes with its last reply.
        if (parent && event.type !== 'comment.updated' && find(parent.id)) keeper.refresh(parent.id)
      })()
    },
  }
}

type Told = {
  comment: { id: string }
  file: { id: string } | null
  parent?: { id: string } | null
}

function notHere(): DailiesError {
  return new DailiesError({
    status: 404,
    code: 'not_found',
    message: 'That comment is not here. It may have been deleted.',
  })
}

const draftPrefix = 'draft-'

/** Whether it is on its way to the server. */
export function isBeingSent({ id }: Comment): boolean {
  return id.startsWith(draftPrefix)
}

function draftComment(
  target: Target,
  me: Account,
  fields: NewComment,
  attachments: Comment['attachments'],
): Comment {
  const {
    content = null,
    anchor = null,
    duration = null,
    frame = null,
    annotation = null,
    parent = null,
  } = fields
  return {
    id: `${draftPrefix}${crypto.randomUUID()}`,
    content,
    anchor,
    duration,
    frame,
    annotation: annotation as Comment['annotation'],
    parent,
    file: target.fileId === undefined ? null : { id: target.fileId },
    project: { id: target.projectId },
    author: { id: me.id, name: me.name, avatarUrl: me.avatarUrl },
    agent: false,
    replyCount: 0,
    reactions: [],
    attachments,
    resolvedAt: null,
    createdAt: now(),
    updatedAt: now(),
  }
}

function isOn({ projectId, fileId }: Target, { file, project }: Comment): boolean {
  return project.id === projectId && (file?.id ?? undefined) === fileId
}

/** As the server writes times. */
function now(): string {
  return `${new Date().toISOString().slice(0, 23).replace('T', ' ')}000`
}
