/**
 * The email address to show for a person. Guests by link have none: the API returns an address under `.invalid`, a name
 * that nobody can own (RFC 2606), so that every user has one.
 */
export function shownAddress(email: string): string | undefined {
  return email.toLowerCase().endsWith('.invalid') ? undefined : email
}
