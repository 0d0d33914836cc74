import { useEffect } from 'react'

/** What the tab and the history call the page. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Dailies`
    return () => {
      document.title = 'Dailies'
    }
  }, [title])
}
