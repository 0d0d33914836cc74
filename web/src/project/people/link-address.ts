/** Where a link leads: the server's own page for joining. */
export function linkAddress(accessKey: string): string {
  return `${location.origin}/join/${accessKey}`
}
