// Unsent comments: stored in this browser, shown at once, sent one after another, each exactly once. Every attempt
// carries the same idempotency key, so neither a retry nor a second tab creates a second comment.
import {
  type Account,
  type Comment,
  DailiesConnectionError,
  DailiesError,
  DailiesTimeoutError,
} from '@dailies/sdk'
import { client } from '../data/client.ts'
import { createStore, type Store } from '../data/store.ts'
import { messageOf, PlainProblem } from '../ui/error-messages.ts'
import { outboxKey } from './browser-storage.ts'
import { mentionsIn } from './mentions.ts'
import { createComment, type NewComment, type Target } from './target.ts'

export type UnsentComment = {
  /** Also the idempotency key. */
  id: string
  target: Target
  fields: NewComment
  attachments: Comment['attachments']
  author: NonNullable<Comment['author']>
  createdAt: string
  /** The fields of the first attempt, which may have arrived without an answer: retries must repeat them. */
  attempted?: NewComment
  /** Why the server refused the comment. It stays until it is edited, retried or discarded. */
  refused?: string
}

type OutboxState = {
  comments: readonly UnsentComment[]
  /** Why sending is paused; null while it is not. */
  waitsFor: 'network' | 'server' | null
}

type Sent = (unsent: UnsentComment, comment: Comment) => void

export type Outbox = {
  store: Store<OutboxState>
  /** Throws when this browser cannot store the comment. */
  add: (comment: Pick<UnsentComment, 'target' | 'fields' | 'attachments'>) => UnsentComment
  edit: (id: string, content: string) => void
  retry: (id: string) => void
  discard: (id: string) => void
  /** Settles when nothing is being sent. */
  settled: () => Promise<void>
  onSent: (listener: Sent) => () => void
}

const most = 50
const prefix = 'unsent-'
const firstRetryMs = 2_000
const lastRetryMs = 60_000

export function isUnsent({ id }: Pick<Comment, 'id'>): boolean {
  return id.startsWith(prefix)
}

const outboxes = new Map<string, Outbox>()

/** One outbox for all pages of a person. Starts to send comments that an earlier visit left unsent. */
export function outboxOf(me: Pick<Account, 'id' | 'name' | 'avatarUrl'>): Outbox {
  const known = outboxes.get(me.id)
  if (known) return known
  const outbox = createOutbox(me)
  outboxes.set(me.id, outbox)
  return outbox
}

function createOutbox(me: Pick<Account, 'id' | 'name' | 'avatarUrl'>): Outbox {
  const key = outboxKey(me.id)
  const store = createStore<OutboxState>({ comments: read(key), waitsFor: null })
  const listeners = new Set<Sent>()
  let running: Promise<void> | undefined
  let runsAgain = false
  let retryMs = firstRetryMs
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Another tab may have changed the list meanwhile, so it is read from storage each time. */
  function change(alter: (comments: UnsentComment[]) => UnsentComment[]): void {
    const comments = alter(read(key))
    if (comments.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(comments))
    store.set({ comments })
  }

  const alter = (id: string, fields: (one: UnsentComment) => UnsentComment) =>
    change((comments) => comments.map((one) => (one.id === id ? fields(one) : one)))

  /** While an attempt is running, the next one follows it at once: the running one may fail in a state that is over. */
  function run(): void {
    clearTimeout(timer)
    runsAgain = running !== undefined
    running ??= alone(key, sendAll).finally(() => {
      running = undefined
      if (runsAgain) run()
    })
  }

  async function sendAll(): Promise<void> {
    for (;;) {
      const next = read(key).find(({ refused }) => refused === undefined)
      if (!next) return store.set({ comments: read(key), waitsFor: null })
      if (!navigator.onLine) return store.set({ waitsFor: 'network' })
      try {
        await send(next)
        retryMs = firstRetryMs
        store.set({ waitsFor: null })
      } catch (error) {
        const waitsFor = reasonToWait(error)
        if (waitsFor) return wait(waitsFor)
        alter(next.id, ({ attempted: _, ...one }) => ({ ...one, refused: messageOf(error) }))
      }
    }
  }

  async function send({ id, target, fields, attempted = fields }: UnsentComment): Promise<void> {
    alter(id, (one) => ({ ...one, attempted }))
    const options = { idempotencyKey: id, maxRetries: 0 }
    const created = await createComment(target, attempted, options)
    // The comment may have been edited or discarded while it was being sent.
    const now = read(key).find((one) => one.id === id)
    const content = now?.fields.content ?? null
    if (!now) await client.comments.delete(created.id)
    else if (content !== (attempted.content ?? null)) await client.comments.update(created.id, { content })
    if (!now) return
    const comment = await client.comments.get(created.id)
    change((comments) => comments.filter((one) => one.id !== id))
    for (const listener of listeners) listener(now, comment)
  }

  function wait(waitsFor: 'network' | 'server'): void {
    store.set({ waitsFor })
    timer = setTimeout(run, retryMs)
    retryMs = Math.min(lastRetryMs, retryMs * 2)
  }

  addEventListener('online', run)
  addEventListener('storage', (event) => {
    if (event.key !== key) return
    store.set({ comments: read(key) })
    run()
  })
  if (store.get().comments.length > 0) run()

  return {
    store,
    add({ target, fields, attachments }) {
      const id = `${prefix}${crypto.randomUUID()}`
      const author = { id: me.id, name: me.name, avatarUrl: me.avatarUrl }
      const comment = { id, target, fields, attachments, author, createdAt: timestamp() }
      if (store.get().comments.length >= most)
        throw new PlainProblem(`${most} comments are waiting to be sent. Send or discard some of them first.`)
      try {
        change((comments) => [...comments, comment])
      } catch {
        throw new PlainProblem('This browser has no space left to store the comment until it is sent.')
      }
      run()
      return comment
    },
    edit(id, content) {
      // Retrying a refused comment is a new request, with a new key.
      alter(id, ({ refused, ...one }) => ({
        ...one,
        ...(refused !== undefined && { id: `${prefix}${crypto.randomUUID()}` }),
        fields: { ...one.fields, content: content === '' ? null : content },
      }))
      run()
    },
    retry(id) {
      alter(id, ({ refused: _, ...one }) => ({ ...one, id: `${prefix}${crypto.randomUUID()}` }))
      run()
    },
    discard: (id) => change((comments) => comments.filter((one) => one.id !== id)),
    settled: async () => running,
    onSent(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

function read(key: string): UnsentComment[] {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '[]') as UnsentComment[]
  } catch {
    return []
  }
}

/** Only one tab sends at a time. Insecure origins have no locks; there, the idempotency key prevents duplicates. */
async function alone(name: string, job: () => Promise<void>): Promise<void> {
  if (navigator.locks) await navigator.locks.request(name, job)
  else await job()
}

/** Temporary failures: no connection, a server that is down or busy, an expired session. */
function reasonToWait(error: unknown): OutboxState['waitsFor'] {
  if (error instanceof DailiesConnectionError || error instanceof DailiesTimeoutError) return 'network'
  if (!(error instanceof DailiesError)) return null
  const { status, code } = error
  const passes = status >= 500 || status === 429 || status === 401 || code === 'idempotency_in_progress'
  return passes ? 'server' : null
}

/** The current time in the format of the API. */
export function timestamp(): string {
  return `${new Date().toISOString().slice(0, 23).replace('T', ' ')}000`
}

/** The unsent comment as lists show it. */
export function asComment({ id, target, fields, attachments, author, createdAt }: UnsentComment): Comment {
  const { content, anchor, duration, frame, annotation, parent } = fields
  return {
    id,
    content: content ?? null,
    anchor: anchor ?? null,
    duration: duration ?? null,
    frame: frame ?? null,
    timecode: null,
    annotation: (annotation ?? null) as Comment['annotation'],
    parent: parent ?? null,
    file: target.fileId === undefined ? null : { id: target.fileId },
    project: { id: target.projectId },
    author,
    imported: null,
    skill: null,
    agent: false,
    replyCount: 0,
    reactions: [],
    attachments,
    ...mentionsIn(content ?? null),
    resolvedAt: null,
    createdAt,
    updatedAt: createdAt,
  }
}
