// Tells the streams of people who look at a file who else does. Each time, one statement reads the names of the viewers
// and checks that every one of them may still see the file; a stream gets a signal only when its list has changed.
import type { Logger } from 'pino'
import type { Presence } from '../../core/presence.ts'
import type { Sql } from '../../core/sql.ts'
import {
  type FileViewer,
  findPeopleLooking,
  maxViewersShown,
  type PersonLooking,
  type PresenceSignal,
} from '../../records/presence.ts'
import { push, type Subscriber } from '../stream-writer.ts'
import type { PresenceStore } from './presence-store.ts'

export type PresenceBroadcastOptions = {
  sql: Sql
  logger: Logger
  /** How long a change waits for others: a stream gets at most one signal per file in this time. */
  gatherMs: number
}

/** The number of tabs per statement: other statements can run in between. */
const tabsAtOnce = 1_000

export function createPresenceBroadcast(
  { sql, logger, gatherMs }: PresenceBroadcastOptions,
  store: () => PresenceStore,
) {
  const bySession = new Map<string, Set<Subscriber>>()
  const changedFiles = new Set<string>()
  /** The signal that each stream has received last, by file. */
  const sent = new Map<string, Map<Subscriber, string>>()
  /** Files whose viewers could not be read. */
  const failed = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<void> | undefined
  let failing = false
  let closed = false

  function join(subscriber: Subscriber): void {
    // A stream that asks for certain types of events gets no signals besides.
    if (subscriber.types !== null) return
    const { credentialId, userId } = subscriber
    const others = bySession.get(credentialId)
    if (others) others.add(subscriber)
    else bySession.set(credentialId, new Set([subscriber]))
    for (const tab of store().tabsOf(userId)) if (tab.sessionId === credentialId) changed(tab.fileId)
  }

  function leave(subscriber: Subscriber): void {
    const others = bySession.get(subscriber.credentialId)
    if (!others?.delete(subscriber)) return
    // The next check forgets what the stream has received.
    if (others.size === 0) bySession.delete(subscriber.credentialId)
  }

  function changed(fileId: string): void {
    if (closed) return
    changedFiles.add(fileId)
    timer ??= setTimeout(send, gatherMs)
  }

  /** Looks again at who may still see what, in one project or everywhere, and retries what failed. */
  function check(projectId?: string): void {
    for (const [fileId, streams] of sent) {
      const [stream] = streams.keys()
      if (projectId === undefined || stream?.projectId === projectId) changed(fileId)
    }
    for (const fileId of failed) changed(fileId)
    failed.clear()
  }

  function send(): void {
    timer = undefined
    if (sending) {
      timer = setTimeout(send, gatherMs)
      return
    }
    const files = [...changedFiles]
    changedFiles.clear()
    sending = sendAll(files)
      .then(() => {
        failing = false
      })
      .catch((error) => {
        for (const fileId of files) failed.add(fileId)
        if (!failing) logger.warn({ err: error }, 'presence could not be sent; retrying')
        failing = true
      })
      .finally(() => {
        sending = undefined
      })
  }

  async function sendAll(files: readonly string[]): Promise<void> {
    let some: Presence[] = []
    for (const fileId of files) {
      const tabs = store().tabsOn(fileId)
      if (tabs.some(({ sessionId }) => bySession.has(sessionId))) some.push(...tabs)
      else sent.delete(fileId)
      if (some.length < tabsAtOnce) continue
      await sendOf(some)
      some = []
    }
    if (some.length > 0) await sendOf(some)
  }

  /** Sends the lists of whole files: all tabs of each are given. */
  async function sendOf(tabs: readonly Presence[]): Promise<void> {
    const people = await findPeopleLooking(sql, tabs)
    const byFile = Map.groupBy(
      tabs.map((tab, i) => ({ tab, person: people[i] })),
      ({ tab }) => tab.fileId,
    )
    for (const [fileId, looking] of byFile) {
      const allowed: Looking[] = []
      for (const { tab, person } of looking) {
        if (person) allowed.push({ tab, person })
        else store().remove(tab)
      }
      announce(fileId, allowed)
    }
  }

  function announce(fileId: string, looking: readonly Looking[]): void {
    const before = sent.get(fileId)
    const now = new Map<Subscriber, string>()
    const everyone = lazily(() => signalOf(fileId, looking))
    const membersOnly = lazily(() =>
      signalOf(
        fileId,
        looking.filter(({ person }) => person.isMember),
      ),
    )
    for (const { tab, person } of looking) {
      for (const subscriber of bySession.get(tab.sessionId) ?? []) {
        if (subscriber.projectId !== tab.projectId || now.has(subscriber)) continue
        const signal = (person.seesMembersOnly ? membersOnly : everyone)()
        now.set(subscriber, signal.text)
        if (before?.get(subscriber) !== signal.text) push(subscriber, signal.bytes)
      }
    }
    if (now.size > 0) sent.set(fileId, now)
    else sent.delete(fileId)
  }

  return {
    join,
    leave,
    changed,
    check,
    async close() {
      closed = true
      clearTimeout(timer)
      await sending
    },
  }
}

type Looking = { tab: Presence; person: PersonLooking }

/** Without an id: the number to resume from stays. A client that does not know the signal ignores its type. */
function signalOf(fileId: string, looking: readonly Looking[]): { text: string; bytes: Buffer } {
  const people = new Map<string, FileViewer>()
  for (const { tab, person } of looking) {
    const { name, avatarUrl } = person
    const typing = tab.typing && { parent: tab.typing.parentId === null ? null : { id: tab.typing.parentId } }
    const other = people.get(tab.userId)
    if (other) other.typing ??= typing
    else people.set(tab.userId, { id: tab.userId, name, avatarUrl, typing })
  }
  const viewers = shown([...people.values()])
  const signal: PresenceSignal = {
    type: 'presence',
    file: { id: fileId },
    viewers,
    more: people.size - viewers.length,
  }
  const text = `event: presence\ndata: ${JSON.stringify(signal)}\n\n`
  return { text, bytes: Buffer.from(text) }
}

/** Of many people, those who are typing are always among the ones that are named. */
function shown(all: readonly FileViewer[]): FileViewer[] {
  if (all.length <= maxViewersShown) return [...all]
  const typing = all.filter((viewer) => viewer.typing)
  const others = all.filter((viewer) => !viewer.typing)
  const named = new Set([...typing, ...others].slice(0, maxViewersShown))
  return all.filter((viewer) => named.has(viewer))
}

function lazily<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}
