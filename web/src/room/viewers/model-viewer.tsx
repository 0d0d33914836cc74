import type { ViewerProps } from './file-viewer.tsx'
export function ModelViewer({ overlay }: ViewerProps) {
  return <div>{overlay}</div>
}
