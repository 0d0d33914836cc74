// Presence: this tab reports which file it shows, and the event stream says who else looks at it.
import { DailiesError, type FileViewer, type PresenceSignal } from '@dailies/sdk'
import { useEffect, useMemo, useRef } from 'react'
import { parting } from './client.ts'
import { createPresenceReporter, type PresenceReport } from './presence-reporter.ts'
import { createStore, useStore } from './store.ts'

type Viewers = Pick<PresenceSignal, 'viewers' | 'more'>

const nobody: Viewers = { viewers: [], more: 0 }

const presence = createStore<{ byFile: Readonly<Record<string, Viewers>> }>({ byFile: {} })

/** The name of this tab for the server: two tabs of a person are one viewer. */
const tab = Math.random().toString(36).slice(2, 12)

const timeoutMs = 4_000
let failures = 0

const reporter = createPresenceReporter((fileId, report) => void send(fileId, report))

async function send(fileId: string, report: PresenceReport): Promise<void> {
  if (!navigator.onLine) return
  try {
    await parting.presence.report(fileId, { tab, ...report }, { signal: AbortSignal.timeout(timeoutMs) })
    failures = 0
  } catch (error) {
    if (report.leave) return
    const status = error instanceof DailiesError ? error.status : 0
    // The thread was deleted while the person replied to it.
    if (status === 400) reporter.type(fileId, null)
    if ([401, 403, 404].includes(status)) reporter.stop(fileId)
    // After three failures the server no longer counts this tab, and no longer says who is there.
    if (++failures >= 3) forgetViewers()
  }
}

/** A signal of the event stream. */
export function applyPresence({ file, viewers, more }: PresenceSignal): void {
  presence.set({ byFile: { ...presence.get().byFile, [file.id]: { viewers, more } } })
}

/** The stream is interrupted: when it is back, it says again who is there. */
export function forgetViewers(): void {
  presence.set({ byFile: {} })
}

/** Tells others that this person is looking at the file, while the page shows it and is visible. */
export function useReportPresence(fileId: string | undefined): void {
  useEffect(() => {
    if (fileId === undefined) return
    const look = () => (document.hidden ? reporter.leave() : reporter.show(fileId))
    const changes = ['visibilitychange', 'pageshow'] as const
    look()
    for (const change of changes) addEventListener(change, look)
    addEventListener('pagehide', reporter.leave)
    return () => {
      for (const change of changes) removeEventListener(change, look)
      removeEventListener('pagehide', reporter.leave)
      reporter.leave()
      forgetViewers()
    }
  }, [fileId])
}

/** Tells others that this person is typing, whenever the text changes. */
export function useReportTyping(
  fileId: string | undefined,
  parentId: string | undefined,
  text: string,
): void {
  const before = useRef(text)
  useEffect(() => {
    if (fileId === undefined || text === before.current) return
    before.current = text
    const parent = parentId === undefined ? null : { id: parentId }
    reporter.type(fileId, text.trim() === '' ? null : { parent })
  }, [fileId, parentId, text])
  useEffect(() => {
    if (fileId !== undefined) return () => reporter.type(fileId, null)
  }, [fileId])
}

/** The other people who look at the file, and how many more there are. */
export function useViewers(fileId: string, me: { id: string }): Viewers {
  const { viewers, more } = useStore(presence, ({ byFile }) => byFile[fileId] ?? nobody)
  return useMemo(() => ({ viewers: viewers.filter(({ id }) => id !== me.id), more }), [viewers, more, me.id])
}

/** The other people who are typing: in a thread, or a new comment (null). */
export function useTyping(
  fileId: string | undefined,
  parentId: string | null,
  me: { id: string },
): readonly FileViewer[] {
  const { viewers } = useViewers(fileId ?? '', me)
  return viewers.filter(({ typing }) => typing && (typing.parent?.id ?? null) === parentId)
}
