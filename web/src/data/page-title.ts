// The title of a page, and the pages visited in this tab.
import { useEffect } from 'react'
import { useDocumentTitle } from '../ui/document-title.ts'

/**
 * The title of the page in the tab, the history and the command menu; the most specific part comes first. Only pages call
 * this, not the frames around them.
 */
export function useTitle(...parts: string[]): void {
  useDocumentTitle(...parts)
  // A folder is part of its project's page, and its name comes before the project's.
  const label = location.pathname.startsWith('/projects/') ? parts.at(-1)! : parts[0]!
  useEffect(() => rememberPlace(location.pathname.replace(/\/$/, ''), label), [label])
}

/** A page that was visited in this tab. */
export type Place = { href: string; label: string }

const key = 'dailies.recent'
const most = 8
const remembered = /^\/(projects\/[^/]+|files\/[^/]+|skills\/[^/]+)$/

/** The newest first. They are stored until the person signs out. */
export function recentPlaces(): Place[] {
  return JSON.parse(sessionStorage.getItem(key) ?? '[]')
}

/** Stores visits to projects, files and skills: every page links to all other pages. */
function rememberPlace(href: string, label: string): void {
  if (!remembered.test(href)) return
  const others = recentPlaces().filter((place) => place.href !== href)
  sessionStorage.setItem(key, JSON.stringify([{ href, label }, ...others].slice(0, most)))
}

export function forgetPlaces(): void {
  sessionStorage.removeItem(key)
}
