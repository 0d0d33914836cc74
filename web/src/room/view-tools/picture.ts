import type { FileDetails, Media } from '@dailies/sdk'
import type { RefObject } from 'react'
import type { ZoomControls } from '../zoom/zoom.ts'

/** The tools of a viewer work on it. */
export type Picture = {
  file: FileDetails
  media: Media
  /** Contains the video or image, and the drawings on it. */
  element: RefObject<HTMLElement | null>
  zoom: RefObject<ZoomControls | null>
  /** The timecode of the visible frame; none on images. */
  timecode?: () => string
}
