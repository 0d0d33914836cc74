import type { FileListItem } from '@dailies/sdk'

export function isDownloadable({ status, mode }: FileListItem): boolean {
  return status === 'UPLOADED' && mode !== 'YOUTUBE'
}
