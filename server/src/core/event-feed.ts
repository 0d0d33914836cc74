import type { Scope } from './access.ts'
import type { PresenceReports } from './presence.ts'

/** The numbers of the last event of a workspace, and of the last event that is no longer stored. */
export type EventCounters = { last: number; forgotten: number }

/** The connection that an event stream is written to. */
export type EventOutlet = {
  write(bytes: Buffer): void
  /** The number of bytes buffered until the client reads them. */
  buffered(): number
  /** Resolves when no bytes are buffered, or the client has disconnected. */
  drained(): Promise<void>
  closed(): boolean
  end(): void
  /** Closes the connection without completing the stream, so that the client resumes it. */
  destroy(): void
}

/** A client that follows the events of a project. */
export type EventFollower = {
  /** The hash of the token that the client was admitted by. */
  hash: Buffer
  /** The scope that the credential must keep. */
  scope: Scope
  credentialId: string
  userId: string
  projectId: string
  workspaceId: string
  /** Whether the client is a browser, which also gets the number of unread notifications. */
  browser: boolean
  /** The types of events that the client wants; null for all. */
  types: readonly string[] | null
  /** The number of the last event that the client has received. */
  position: number
  outlet: EventOutlet
}

/** The events of a project, and who is looking at its files, as they happen. Surfaces read events through this; `events/` implements it. */
export type EventFeed = {
  counters(workspaceId: string): Promise<EventCounters>
  /**
   * Sends the events that the client missed, then each event as it happens. Returns a function that must be called
   * when the client disconnects.
   */
  follow(follower: EventFollower, counters: EventCounters): () => void
  presence: PresenceReports
  size(): number
  /** The server is shutting down: a new stream must end at once. */
  closed(): boolean
  /** Ends all streams. */
  close(): Promise<void>
}
