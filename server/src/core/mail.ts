export type Letter = { to: string; subject: string; text: string }

export type Mail = {
  /** Whether letters can be sent at all; otherwise links are shown to whoever makes them. */
  configured: boolean
  /** Tells whether the server for outgoing mail took it. What went wrong is in the log. */
  send(letter: Letter): Promise<boolean>
  close(): void
}
