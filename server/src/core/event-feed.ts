/** The numbers of the last event of a workspace, and of the last event that is no longer stored. */
export type EventCounters = { last: number; forgotten: number }

/** Where an event stream is written to. */
export type EventOutlet = {
  write(bytes: Buffer): void
  /** How many bytes wait for the client to take them. */
  buffered(): number
  /** Resolves when no bytes wait, or the client is gone. */
  drained(): Promise<void>
  closed(): boolean
  end(): void
  /** Closes the connection without ending the stream properly, so that the client resumes it. */
  destroy(): void
}

/** A client that follows the events of a project. */
export type EventFollower = {
  /** The hash of the token that the client was admitted by. */
  hash: Buffer
  projectId: string
  workspaceId: string
  /** The types of events that the client wants; null: all. */
  types: readonly string[] | null
  /** The number of the last event that the client has. */
  position: number
  outlet: EventOutlet
}

/** The events of a project as they happen. Surfaces read events through this; `events/` implements it. */
export type EventFeed = {
  counters(workspaceId: string): Promise<EventCounters>
  /**
   * Sends the events that the client missed, then each event as it happens. Returns a function that must be called when
   * the client is gone.
   */
  follow(follower: EventFollower, counters: EventCounters): () => void
  size(): number
  /** The server shuts down: a stream that begins must end. */
  closed(): boolean
  /** Ends all streams. */
  close(): Promise<void>
}
