// Imports the markers of an editing program: choose a file, see what becomes of each marker, import.
import type { FileDetails, ImportCommentsResult } from '@dailies/sdk'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { client } from '../../data/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { showDone } from '../../ui/toasts.tsx'
import styles from './import-dialog.module.css'
import { decodeMarkerFile } from './marker-file.ts'

type Names = 'AUTO' | 'AUTHOR' | 'TEXT'
type Settings = { content: string; name: string; names: Names; startTimecode: string }

export function ImportDialog({ file, onClose }: { file: FileDetails; onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [settings, setSettings] = useState<Settings>()
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
    preview.mutate(next)
  }
  async function choose(chosen: File | undefined): Promise<void> {
    if (!chosen) return
    const content = decodeMarkerFile(await chosen.arrayBuffer())
    show({ content, name: chosen.name, names: settings?.names ?? 'AUTO', startTimecode: '' })
  }
  const fresh = preview.data?.markers.filter(({ state }) => state === 'NEW').length ?? 0
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
              placeholder={preview.data?.startTimecode ?? '01:00:00:00'}
              value={settings.startTimecode}
              onChange={({ currentTarget }) =>
                setSettings({ ...settings, startTimecode: currentTarget.value.trim() })
              }
              onBlur={() => preview.mutate(settings)}
            />
          </div>
        )}
        <ProblemNote error={apply.error ?? preview.error} />
        {preview.data && !preview.error && <Preview result={preview.data} />}
      </div>
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="main"
          disabled={fresh === 0 || preview.isPending}
          busy={apply.isPending}
          onClick={() => settings && apply.mutate(settings)}
        >
          {fresh === 1 ? 'Import 1 marker' : `Import ${fresh} markers`}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

function fieldsOf({ content, names, startTimecode }: Settings, preview: boolean) {
  return { content, names, preview, startTimecode: startTimecode === '' ? null : startTimecode }
}

const states = { NEW: 'New', EXISTS: 'Already here', OUTSIDE: 'Outside the file' } as const

const losses: Record<ImportCommentsResult['losses'][number], string> = {
  AUTHORS: 'authors',
  RESOLVED: 'which comments are resolved',
  LINE_BREAKS: 'line breaks',
  REPLIES: 'replies as comments of their own',
  DRAWINGS: 'drawings',
  ATTACHMENTS: 'attachments',
  ONE_PER_FRAME: 'more than one marker on a frame',
  SINGLE_FRAMES: 'comments on a single frame',
}

function Preview({ result }: { result: ImportCommentsResult }) {
  const { markers, losses: lost, unreadable } = result
  return (
    <>
      <p className="quiet small">
        This format cannot hold {lost.map((one) => losses[one]).join(', ')}.
        {unreadable > 0 && ` ${unreadable} markers of the file cannot be read.`}
      </p>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <caption className="unseen">Markers of the file</caption>
          <thead>
            <tr>
              <th scope="col">Timecode</th>
              <th scope="col">Author</th>
              <th scope="col">Text</th>
              <th scope="col">Result</th>
            </tr>
          </thead>
          <tbody>
            {markers.map(({ timecode, author, content, resolved, drawing, state }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order.
              <tr key={i} data-state={state}>
                <td>{timecode}</td>
                <td dir="auto">{author}</td>
                <td dir="auto">{content ?? (drawing ? 'Drawing' : 'Marker without text')}</td>
                <td>{state === 'NEW' && resolved ? 'New, resolved' : states[state]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
