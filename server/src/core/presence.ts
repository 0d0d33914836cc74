/** Where a person is typing: a reply in this thread, or a new comment on the file. */
export type Typing = { parentId: string | null }

/** One tab of a browser that shows a file. Presence is kept in memory and never stored. */
export type Presence = {
  fileId: string
  projectId: string
  userId: string
  sessionId: string
  /** A name that the tab has given itself. */
  tab: string
  /** Null when the person is not typing. */
  typing: Typing | null
}

/** Receives the reports of tabs. Operations use it; `events/presence/` implements it. */
export type PresenceReports = {
  /** The tab shows the file: to be repeated every few seconds, or it counts as gone. */
  seen(presence: Presence): void
  /** The tab no longer shows the file. */
  left(presence: Presence): void
}
