import type { FileDetails } from '@dailies/sdk'
import { lazy, Suspense, useState } from 'react'
import { useAct } from '../../comments/discussion-context.ts'
import { download, reportStarted } from '../../comments/download.ts'
import { DownloadIcon } from '../../comments/icons.tsx'
import { client } from '../../data/client.ts'
import { useParticipant } from '../../data/participant.ts'
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { showDone } from '../../ui/toasts.tsx'

const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }))

/** The formats by the program that reads them. Those without a timeline are offered for all files. */
const groups = [
  ['DaVinci Resolve', [['edl', 'Timeline markers (EDL)']]],
  ['Premiere Pro', [['xmeml', 'Sequence with markers (XML)']]],
  [
    'Media Composer',
    [
      ['avid', 'Markers (text)'],
      ['avid-xml', 'Markers (XML)'],
    ],
  ],
  ['Final Cut Pro', [['fcpxml', 'Project with markers (FCPXML)']]],
  [
    'OpenTimelineIO',
    [
      ['otio', 'Timeline (OTIO)'],
      ['otio-rv', 'Timeline with drawings for RV (OTIO)'],
    ],
  ],
  [
    'Subtitles',
    [
      ['srt', 'SubRip (SRT)'],
      ['vtt', 'WebVTT (VTT)'],
    ],
  ],
] as const

const everywhere = [
  ['pdf', 'Report with stills (PDF)'],
  ['csv', 'Spreadsheet (CSV)'],
  ['txt', 'Text (TXT)'],
  ['json', 'Everything (JSON)'],
] as const

type Format = (typeof groups)[number][1][number][0] | (typeof everywhere)[number][0]

/** Exports the comments for other programs, and imports their markers. */
export function ExportMenu({ file }: { file: FileDetails }) {
  const act = useAct()
  const participant = useParticipant()
  const [isImporting, setImporting] = useState(false)
  const hasTimeline = file.media?.kind === 'VIDEO' || file.media?.kind === 'AUDIO' || file.mode === 'YOUTUBE'
  async function fetchAs(format: Format): Promise<void> {
    const { url } = await client.comments.export(file.id, { format })
    download(url)
    if (format === 'pdf') showDone(reportStarted)
  }
  const items = (formats: readonly (readonly [Format, string])[]) =>
    formats.map(([format, name]) => (
      <MenuItem key={format} onClick={() => act(() => fetchAs(format))}>
        {name}
      </MenuItem>
    ))
  return (
    <>
      <Menu label="Export comments" trigger={<DownloadIcon />}>
        <MenuGroup label="Documents">{items(everywhere)}</MenuGroup>
        {hasTimeline &&
          groups.map(([program, formats]) => (
            <MenuGroup key={program} label={program}>
              {items(formats)}
            </MenuGroup>
          ))}
        {hasTimeline && participant.comment && (
          <>
            <MenuSeparator />
            <MenuItem onClick={() => setImporting(true)}>Import markers…</MenuItem>
          </>
        )}
      </Menu>
      <Suspense>{isImporting && <ImportDialog file={file} onClose={() => setImporting(false)} />}</Suspense>
    </>
  )
}
