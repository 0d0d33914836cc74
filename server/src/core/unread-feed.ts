import type { EventOutlet } from './event-feed.ts'

/** A client that follows the number of its unread notifications. */
export type UnreadFollower = {
  /** The hash of the token that the client was admitted by. */
  hash: Buffer
  userId: string
  workspaceId: string
  outlet: Pick<EventOutlet, 'write' | 'buffered' | 'end' | 'destroy'>
}

/** The number of unread notifications, as it changes. Surfaces read it through this; `notifications/` implements it. */
export type UnreadFeed = {
  /**
   * Sends the number now and after each change, and heartbeats; ends the stream when the credential is no longer valid.
   * Returns a function that must be called when the client disconnects.
   */
  follow(follower: UnreadFollower): () => void
  /** The same for a stream of events, which sends its own heartbeats and ends by itself. */
  join(follower: UnreadFollower): void
  leave(follower: UnreadFollower): void
  /** The number of streams that carry nothing else. */
  size(): number
  /** The server is shutting down: a new stream must end at once. */
  closed(): boolean
  close(): Promise<void>
}
