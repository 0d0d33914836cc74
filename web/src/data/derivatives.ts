// The files that the server makes of a file: previews, manifests, peaks. They never change, but their URLs are signed and
// renewed, for guests of shares every few minutes.
import { queryOptions } from '@tanstack/react-query'
import { useState } from 'react'

/** The URL without its permission, which is the query string or, for manifests, a part of the path. */
export function namedBy(url: string): string {
  const { origin, pathname } = new URL(url, location.href)
  return origin + pathname.replace(/^(\/media\/[^/]+\/[^/]+)\/[^/]+/, '$1')
}

/** A manifest, loaded once however often its URL is renewed. */
export function derivativeQuery<Content>(url: string | null, read: (answer: Response) => Promise<Content>) {
  return queryOptions({
    queryKey: ['derivative', url && namedBy(url)],
    async queryFn({ signal }): Promise<Content | null> {
      if (url === null) return null
      const answer = await fetch(url, { signal })
      if (!answer.ok) throw new Error(`${answer.status} for a manifest`)
      return read(answer)
    },
    staleTime: Infinity,
    retry: 2,
  })
}

/**
 * The URL of an image element. A renewed URL would load the same image again: it is used only when the first one has not
 * worked.
 */
export function useHeldUrl(url: string | null): { src: string | undefined; onError: () => void } {
  const [held, setHeld] = useState(url)
  const isOther = (held && namedBy(held)) !== (url && namedBy(url))
  if (isOther) setHeld(url)
  const src = isOther ? url : held
  return {
    src: src ?? undefined,
    onError() {
      if (held !== url) setHeld(url)
    },
  }
}
