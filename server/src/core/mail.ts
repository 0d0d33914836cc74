export type MailMessage = { to: string; subject: string; text: string }

/** A mail with HTML, images and headers of its own. */
export type RichMessage = MailMessage & {
  html: string
  /** Without the angle brackets, as in all ids. */
  messageId: string
  /** The message that it answers, so that mail programs show both in one thread. */
  inReplyTo?: string | undefined
  headers: Readonly<Record<string, string>>
  /** Images that the HTML names as `cid:…`. */
  images: readonly MailImage[]
}

export type MailImage = { cid: string; fileName: string; mimeType: string; content: Buffer }

/**
 * The result of sending a message. `rejected`: the mail server does not accept mail to this address, and will not later.
 * `refused`: it was certainly not accepted now. `unknown`: the connection was lost, so it may have been accepted.
 */
export type MailOutcome =
  | { state: 'accepted' }
  | { state: 'rejected' | 'refused' | 'unknown'; reason: string; permanent: boolean }

export type Mail = {
  /** Whether mail can be sent at all; otherwise links are shown to the person who creates them. */
  configured: boolean
  /** Whether the outgoing mail server accepted the message within a few seconds. Errors are logged. */
  send(message: MailMessage): Promise<boolean>
  /** Waits for the mail server for as long as it takes. */
  deliver(message: RichMessage): Promise<MailOutcome>
  close(): void
}
