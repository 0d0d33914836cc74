export type Letter = { to: string; subject: string; text: string }

export type Mail = {
  /** Whether letters can be sent at all; otherwise links are shown to whoever makes them. */
  configured: boolean
  /** Whether the server for outgoing mail took it, within a few seconds. What went wrong is in the log. */
  send(letter: Letter): Promise<boolean>
  close(): void
}
