export type Letter = { to: string; subject: string; text: string }

export type Mail = {
  /** Whether mail can be sent at all; otherwise links are shown to the person who creates them. */
  configured: boolean
  /** Whether the outgoing mail server accepted the message within a few seconds. Errors are logged. */
  send(letter: Letter): Promise<boolean>
  close(): void
}
