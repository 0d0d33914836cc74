import type { FileListItem } from '@dailies/sdk'
import type { useFileItem } from './use-file-item.ts'

export function Tick({
  file,
  item: { selected, toggle },
  tabIndex,
  className,
}: {
  file: FileListItem
  item: Pick<ReturnType<typeof useFileItem>, 'selected' | 'toggle'>
  tabIndex: number
  className: string | undefined
}) {
  return (
    <label className={className}>
      <input
        type="checkbox"
        checked={selected}
        tabIndex={tabIndex}
        aria-label={`Select ${file.name}`}
        onChange={({ nativeEvent }) => toggle((nativeEvent as MouseEvent).shiftKey === true)}
      />
    </label>
  )
}
