import type { FileDetails, Media } from '@dailies/sdk'
import type { ReactNode } from 'react'

export type ViewerProps = {
  file: FileDetails
  media: Media
  /** Address of the original, where there is no preview yet: a viewer that began with it may keep it. */
  original: string | null
  /** The browser cannot show the original. */
  onUnplayable: () => void
  overlay: ReactNode
}
