import type { FileDetails } from '@dailies/sdk'
import { lazy, Suspense, useState } from 'react'
import { useAct } from '../../comments/discussion-context.ts'
import { download, reportStarted } from '../../comments/download.ts'
import { DownloadIcon } from '../../comments/icons.tsx'
import { client } from '../../data/client.ts'
import { useParticipant } from '../../data/participant.ts'
import { isDropFrame, parseFrameRate } from '../../generated/frames.ts'
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { showDone } from '../../ui/toasts.tsx'
import { documentFormats, type ExportFormat, timelineFormats, timelineGroups } from './export-formats.ts'

const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }))
const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog.tsx')).ExportDialog }))

/** Exports the comments for other programs, and imports their markers. */
export function ExportMenu({ file }: { file: FileDetails }) {
  const act = useAct()
  const participant = useParticipant()
  const [open, setOpen] = useState<'export' | 'import'>()
  const close = () => setOpen(undefined)
  const hasTimeline = file.media?.kind === 'VIDEO' || file.media?.kind === 'AUDIO' || file.mode === 'YOUTUBE'
  const rate = parseFrameRate(file.media?.frameRate ?? '')
  async function fetchAs(format: ExportFormat): Promise<void> {
    const { url } = await client.comments.export(file.id, { format })
    download(url)
    if (format === 'pdf') showDone(reportStarted)
  }
  const items = (formats: readonly (readonly [ExportFormat, string])[]) =>
    formats.map(([format, name]) => (
      <MenuItem key={format} onClick={() => act(() => fetchAs(format))}>
        {name}
      </MenuItem>
    ))
  return (
    <>
      <Menu label="Export comments" trigger={<DownloadIcon />}>
        <MenuGroup label="Documents">{items(documentFormats)}</MenuGroup>
        {hasTimeline &&
          timelineGroups.map(([program, formats]) => (
            <MenuGroup key={program} label={program}>
              {items(formats)}
            </MenuGroup>
          ))}
        {hasTimeline && (
          <>
            <MenuSeparator />
            <MenuItem onClick={() => setOpen('export')}>Export with options…</MenuItem>
            {participant.comment && <MenuItem onClick={() => setOpen('import')}>Import markers…</MenuItem>}
          </>
        )}
      </Menu>
      <Suspense>
        {open === 'import' && <ImportDialog file={file} onClose={close} />}
        {open === 'export' && (
          <ExportDialog
            formats={timelineFormats}
            description="Comments become markers on the timeline of an editing program."
            withDropFrame={rate !== undefined && isDropFrame(rate)}
            exportAs={(settings) =>
              client.comments.export(file.id, { ...settings, format: settings.format as ExportFormat })
            }
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}
