import type { Media } from '@dailies/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { derivativeQuery } from '../../data/derivatives.ts'
import type { PageList } from './page-sizes.ts'

export function usePageList({ pageManifest }: Pick<Media, 'pageManifest'>): PageList {
  const { data } = useSuspenseQuery(derivativeQuery<PageList>(pageManifest, (answer) => answer.json()))
  return data!
}
