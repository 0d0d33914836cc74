// Where somebody was in this tab, newest first, for the command menu. It is kept until they sign out.
export type Place = { href: string; label: string }

const key = 'dailies.recent'
const most = 8
const remembered = /^\/(projects\/[^/]+|files\/[^/]+|skills\/[^/]+)$/

export function recentPlaces(): Place[] {
  return JSON.parse(sessionStorage.getItem(key) ?? '[]')
}

/** Projects, files and skills; everything else is near on every page. */
export function rememberPlace(href: string, label: string): void {
  if (!remembered.test(href)) return
  const others = recentPlaces().filter((place) => place.href !== href)
  sessionStorage.setItem(key, JSON.stringify([{ href, label }, ...others].slice(0, most)))
}

export function forgetPlaces(): void {
  sessionStorage.removeItem(key)
}
