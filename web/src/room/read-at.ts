// `?at=` of the URL, apart from address.ts: the router needs nothing else of the review room at first.

/** For `validateSearch`. */
export function readAt(search: Record<string, unknown>): { at?: number } {
  const { at } = search
  return typeof at === 'number' && Number.isSafeInteger(at) && at >= 0 ? { at } : {}
}
