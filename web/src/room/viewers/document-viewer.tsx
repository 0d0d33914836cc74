import type { ViewerProps } from './file-viewer.tsx'
export function DocumentViewer({ overlay }: ViewerProps) {
  return <div>{overlay}</div>
}
