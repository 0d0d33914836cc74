import type { ViewerProps } from './file-viewer.tsx'
export function ImageViewer({ overlay }: ViewerProps) {
  return <div>{overlay}</div>
}
