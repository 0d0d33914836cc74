import { useEffect } from 'react'

/** Sets the title of the tab and of the browser's history. */
export function useDocumentTitle(...parts: string[]): void {
  const title = [...parts, 'Dailies'].join(' · ')
  useEffect(() => {
    document.title = title
    return () => {
      document.title = 'Dailies'
    }
  }, [title])
}
