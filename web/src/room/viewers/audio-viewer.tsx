import type { ViewerProps } from './file-viewer.tsx'
export function AudioViewer({ overlay }: ViewerProps) {
  return <div>{overlay}</div>
}
