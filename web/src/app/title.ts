import { useEffect } from 'react'
import { rememberPlace } from './recents.ts'

/** What the tab, the history and the command menu call the page, the nearest first. Only pages call it, not their frame. */
export function useTitle(...parts: string[]): void {
  useDocumentTitle(...parts)
  // A folder is part of its project's page, and comes before it.
  const label = location.pathname.startsWith('/projects/') ? parts.at(-1)! : parts[0]!
  useEffect(() => rememberPlace(location.pathname.replace(/\/$/, ''), label), [label])
}

/** Without remembering the page: for problems. */
export function useDocumentTitle(...parts: string[]): void {
  const title = [...parts, 'Dailies'].join(' · ')
  useEffect(() => {
    document.title = title
    return () => {
      document.title = 'Dailies'
    }
  }, [title])
}
