import type { FileDetails } from '@dailies/sdk'
import { useAct } from '../../comments/discussion-context.ts'
import { download } from '../../comments/download.ts'
import { DownloadIcon } from '../../comments/icons.tsx'
import { client } from '../../data/client.ts'
import { Menu, MenuItem } from '../../ui/menu.tsx'

const formats = [
  ['csv', 'Spreadsheet (CSV)'],
  ['edl', 'Markers (EDL)'],
  ['fcpxml', 'Final Cut Pro (FCPXML)'],
  ['otio', 'OpenTimelineIO (OTIO)'],
  ['srt', 'Subtitles (SRT)'],
  ['json', 'Everything (JSON)'],
] as const

type Format = (typeof formats)[number][0]

/** Formats with a timeline are only offered for files that have one. */
const timeless: readonly Format[] = ['csv', 'json']

export function ExportMenu({ file }: { file: FileDetails }) {
  const act = useAct()
  const hasTimeline = file.media?.kind === 'VIDEO' || file.media?.kind === 'AUDIO' || file.mode === 'YOUTUBE'
  async function fetchAs(format: Format): Promise<void> {
    const { url } = await client.comments.export(file.id, { format })
    download(url)
  }
  return (
    <Menu label="Export comments" trigger={<DownloadIcon />}>
      {formats
        .filter(([format]) => hasTimeline || timeless.includes(format))
        .map(([format, name]) => (
          <MenuItem key={format} onClick={() => act(() => fetchAs(format))}>
            {name}
          </MenuItem>
        ))}
    </Menu>
  )
}
