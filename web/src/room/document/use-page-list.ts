import type { Media } from '@dailies/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { PageList } from './page-sizes.ts'

/** The derivatives of a file never change. */
export function usePageList({ pageManifest }: Pick<Media, 'pageManifest'>): PageList {
  const { data } = useSuspenseQuery({
    queryKey: ['derivative', pageManifest],
    queryFn: async () => (await (await fetch(pageManifest!)).json()) as PageList,
    staleTime: Infinity,
  })
  return data
}
