/** Guests by link have no mailbox: the server makes up an address for them, which is never shown. */
export function isGuestAddress(email: string): boolean {
  return email.endsWith('@guest.invalid')
}

/** The line under a person's name. Every list of people uses it, so that no made-up address is shown. */
export function contactOf({ email }: { email: string }): string {
  return isGuestAddress(email) ? 'Guest by link' : email
}
