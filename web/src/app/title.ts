import { useEffect } from 'react'

/** What the tab and the history call the page, the nearest first. Only pages call it: the frame around would have its way. */
export function useTitle(...parts: string[]): void {
  const title = [...parts, 'Dailies'].join(' · ')
  useEffect(() => {
    document.title = title
    return () => {
      document.title = 'Dailies'
    }
  }, [title])
}
