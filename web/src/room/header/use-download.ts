import type { FileDetails } from '@dailies/sdk'
import { useMutation } from '@tanstack/react-query'
import { client } from '../../data/client.ts'
import { useMayDownload } from '../../data/permissions.ts'

/** Undefined if there is nothing to download, or if downloads are not allowed. */
export function useDownload(file: FileDetails): (() => void) | undefined {
  const isAllowed = useMayDownload()
  const download = useMutation({
    mutationFn: () => client.files.getDownloadUrl(file.id),
    // The response is an attachment: the browser does not leave the page.
    onSuccess: ({ url }) => location.assign(url),
  })
  const isThere = file.status === 'UPLOADED' && file.mode !== 'YOUTUBE'
  return isThere && isAllowed ? () => download.mutate() : undefined
}
