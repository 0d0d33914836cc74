// Imports the markers of an editing program: choose a file, see what becomes of each marker, import.
import type { FileDetails, ImportCommentsResult } from '@dailies/sdk'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { client } from '../../data/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { fieldError, PlainProblem } from '../../ui/error-messages.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { showDone } from '../../ui/toasts.tsx'
import styles from './import-dialog.module.css'
import { ImportPreview } from './import-preview.tsx'
import { decodeMarkerFile, fittingText } from './marker-file.ts'

type Names = 'AUTO' | 'AUTHOR' | 'TEXT'
type Settings = { content: string; name: string; names: Names; startTimecode: string; frameRate: string }

const frameRates = [
  ['', 'As the file'],
  ['24000/1001', '23.976'],
  ['24', '24'],
  ['25', '25'],
  ['30000/1001', '29.97'],
  ['30', '30'],
  ['48000/1001', '47.952'],
  ['50', '50'],
  ['60000/1001', '59.94'],
  ['60', '60'],
  ['120000/1001', '119.88'],
  ['120', '120'],
] as const

/** Formats that say their frame rate, or have none. */
const withoutRate: readonly ImportCommentsResult['format'][] = ['xmeml', 'fcpxml', 'otio', 'srt']

export function ImportDialog({ file, onClose }: { file: FileDetails; onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [settings, setSettings] = useState<Settings>()
  const [problem, setProblem] = useState<Error>()
  const preview = useMutation({
    mutationFn: (chosen: Settings) => client.comments.import(file.id, fieldsOf(chosen, true)),
    meta: { ownErrors: true },
  })
  const apply = useMutation({
    mutationFn: (chosen: Settings) => client.comments.import(file.id, fieldsOf(chosen, false)),
    onSuccess({ created }) {
      showDone(created === 1 ? '1 comment imported.' : `${created} comments imported.`)
      onClose()
    },
    meta: { ownErrors: true },
  })
  function show(next: Settings): void {
    setSettings(next)
    apply.reset()
    preview.mutate(next)
  }
  async function choose(chosen: File | undefined): Promise<void> {
    if (!chosen) return
    const content = fittingText(decodeMarkerFile(await chosen.arrayBuffer()))
    setProblem(content === undefined ? tooLarge(chosen.name) : undefined)
    if (content === undefined) setSettings(undefined)
    else
      show({ content, name: chosen.name, names: settings?.names ?? 'AUTO', startTimecode: '', frameRate: '' })
  }
  const result = settings && !preview.error ? preview.data : undefined
  const fresh = result?.markers.filter(({ state }) => state === 'NEW').length ?? 0
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Import markers"
      description="Markers from DaVinci Resolve (EDL), Premiere Pro (XML, CSV), Media Composer (text, XML), Final Cut Pro (FCPXML), OpenTimelineIO and subtitles (SRT) become comments."
    >
      <input
        ref={input}
        type="file"
        accept=".edl,.xml,.fcpxml,.csv,.txt,.otio,.srt"
        aria-label="Marker file"
        hidden
        onChange={({ currentTarget }) => {
          void choose(currentTarget.files?.[0])
          // Reset, so that the same file can be chosen again.
          currentTarget.value = ''
        }}
      />
      <div className={styles.content}>
        <div className={styles.chosen}>
          <Button onClick={() => input.current!.click()}>
            {settings ? 'Choose another file' : 'Choose a file'}
          </Button>
          {settings && <span dir="auto">{settings.name}</span>}
        </div>
        {settings && (
          <div className={styles.settings}>
            <SelectField
              label="Marker names"
              value={settings.names}
              options={[
                ['AUTO', 'Authors, if they are known people'],
                ['AUTHOR', 'Authors'],
                ['TEXT', 'Part of the text'],
              ]}
              onValue={(names) => show({ ...settings, names })}
            />
            <TextField
              label="Start of the file on the timeline"
              placeholder={result?.startTimecode ?? '01:00:00:00'}
              error={fieldError(preview.error, '/startTimecode')}
              value={settings.startTimecode}
              onChange={({ currentTarget }) =>
                setSettings({ ...settings, startTimecode: currentTarget.value.trim() })
              }
              onBlur={() => settings.startTimecode !== preview.variables?.startTimecode && show(settings)}
              onKeyDown={({ key }) => key === 'Enter' && show(settings)}
            />
            {!(result && withoutRate.includes(result.format)) && (
              <SelectField
                label="Frame rate of the timecodes"
                value={settings.frameRate}
                options={frameRates}
                onValue={(frameRate) => show({ ...settings, frameRate })}
              />
            )}
          </div>
        )}
        <ProblemNote error={problem ?? apply.error ?? readable(preview.error)} />
        {result && <ImportPreview result={result} />}
      </div>
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="main"
          disabled={fresh === 0 || preview.isPending}
          busy={apply.isPending}
          onClick={() => settings && apply.mutate(settings)}
        >
          {fresh === 0 ? 'Import' : fresh === 1 ? 'Import 1 marker' : `Import ${fresh} markers`}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

function fieldsOf({ content, names, startTimecode, frameRate }: Settings, preview: boolean) {
  return { content, names, preview, startTimecode: startTimecode || null, frameRate: frameRate || null }
}

function tooLarge(name: string): Error {
  return new PlainProblem(`${name} is too large. Export only the markers, or split the file.`)
}

/** The message about the file itself. That about the start is shown at its field. */
function readable(error: Error | null): Error | null {
  if (fieldError(error, '/startTimecode') !== undefined) return null
  const about = fieldError(error, '/content')
  if (about !== undefined) return new PlainProblem(`This file cannot be imported. ${about}`)
  if (fieldError(error, '/format') === undefined) return error
  return new PlainProblem(
    'This file has no markers that can be read. Choose an EDL, XML, CSV, text, FCPXML, OTIO or SRT file with markers.',
  )
}
