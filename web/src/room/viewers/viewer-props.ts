import type { FileDetails, Media } from '@dailies/sdk'
import type { ReactNode } from 'react'

export type ViewerProps = {
  file: FileDetails
  media: Media
  /** URL of the original, while there is no preview: a viewer that started with it may keep it. */
  original: string | null
  /** The browser cannot show the original. */
  onUnplayable: () => void
  overlay: ReactNode
}
