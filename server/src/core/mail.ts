export type MailMessage = { to: string; subject: string; text: string }

export type Mail = {
  /** Whether mail can be sent at all; otherwise links are shown to the person who creates them. */
  configured: boolean
  /** Whether the outgoing mail server accepted the message within a few seconds. Errors are logged. */
  send(message: MailMessage): Promise<boolean>
  close(): void
}
