// The tabs that show a file, in memory. A tab that does not report again expires.
import type { Presence } from '../../core/presence.ts'

/** A tab counts as gone this long after its last report: with the sweep and the broadcast, within 15 seconds. */
export const presenceMs = 13_000

/** Tabs are visible, so few people have more than two. Beyond this the oldest one is forgotten. */
const maxTabsPerPerson = 10
/** At least 50 people. Beyond this, new tabs are not counted. */
const maxTabsPerFile = 500
/** About 10 MB. Beyond this, new tabs are not counted. */
const maxTabs = 20_000

type Tab = Presence & {
  /** The time of the last report. */
  seenAt: number
}

export type PresenceStore = ReturnType<typeof createPresenceStore>

/** `changed` is called with each file whose viewers have changed, or where somebody began or stopped typing. */
export function createPresenceStore(now: () => number, changed: (fileId: string) => void) {
  const tabs = new Map<string, Tab>()
  const byFile = new Map<string, Set<Tab>>()
  const byPerson = new Map<string, Set<Tab>>()

  /** Returns whether others see a difference. `seenAt` may be in the past: other nodes send reports in batches. */
  function put(presence: Presence, seenAt = now()): boolean {
    const key = keyOf(presence)
    let tab = tabs.get(key)
    if (tab && seenAt < tab.seenAt) return false
    if (tab && tab.fileId !== presence.fileId) {
      drop(tab)
      tab = undefined
    }
    if (tab) {
      const differs = tab.typing?.parentId !== presence.typing?.parentId
      tab.typing = presence.typing
      tab.seenAt = seenAt
      if (differs) changed(tab.fileId)
      return differs
    }
    if (seenAt + presenceMs <= now()) return false
    return add(key, { ...presence, seenAt })
  }

  function add(key: string, tab: Tab): boolean {
    const own = byPerson.get(tab.userId)
    if (own && own.size >= maxTabsPerPerson) drop([...own].reduce((a, b) => (b.seenAt < a.seenAt ? b : a)))
    if (tabs.size >= maxTabs || (byFile.get(tab.fileId)?.size ?? 0) >= maxTabsPerFile) return false
    tabs.set(key, tab)
    addTo(byFile, tab.fileId, tab)
    addTo(byPerson, tab.userId, tab)
    changed(tab.fileId)
    return true
  }

  /** Returns whether the tab was here. */
  function remove(presence: Pick<Presence, 'sessionId' | 'tab' | 'fileId'>): boolean {
    const tab = tabs.get(keyOf(presence))
    // The tab may show another file by now.
    if (tab?.fileId !== presence.fileId) return false
    drop(tab)
    return true
  }

  function drop(tab: Tab): void {
    tabs.delete(keyOf(tab))
    removeFrom(byFile, tab.fileId, tab)
    removeFrom(byPerson, tab.userId, tab)
    changed(tab.fileId)
  }

  function sweep(): void {
    const expired = now() - presenceMs
    for (const tab of tabs.values()) if (tab.seenAt <= expired) drop(tab)
  }

  return {
    put,
    remove,
    sweep,
    size: () => tabs.size,
    /** The tabs that show a file, in the order in which they came. */
    tabsOn: (fileId: string): readonly Tab[] => [...(byFile.get(fileId) ?? [])],
    tabsOf: (userId: string): readonly Tab[] => [...(byPerson.get(userId) ?? [])],
  }
}

function keyOf({ sessionId, tab }: Pick<Presence, 'sessionId' | 'tab'>): string {
  return `${sessionId} ${tab}`
}

function addTo(index: Map<string, Set<Tab>>, key: string, tab: Tab): void {
  const found = index.get(key)
  if (found) found.add(tab)
  else index.set(key, new Set([tab]))
}

function removeFrom(index: Map<string, Set<Tab>>, key: string, tab: Tab): void {
  const found = index.get(key)
  found?.delete(tab)
  if (found?.size === 0) index.delete(key)
}
