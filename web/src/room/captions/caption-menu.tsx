// Chooses the captions that are shown, and adds others.
import type { Captions, FileDetails } from '@dailies/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { client } from '../../data/client.ts'
import { useParticipant } from '../../data/participant.ts'
import { keys } from '../../data/queries.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Menu, MenuItem, MenuRadioGroup, MenuSeparator } from '../../ui/menu.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { showProblem } from '../../ui/toasts.tsx'
import {
  captionsName,
  chooseCaptions,
  showTranscript,
  switchCaptions,
  useCaptions,
  useTranscriptShown,
} from './caption-queries.ts'
import styles from './captions.module.css'

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../ui/confirm-dialog.tsx')).ConfirmDialog,
}))
const UploadDialog = lazy(async () => ({ default: (await import('./upload-dialog.tsx')).UploadDialog }))
const TranscribeDialog = lazy(async () => ({
  default: (await import('./transcribe-dialog.tsx')).TranscribeDialog,
}))

type Open = { upload: File } | { remove: Captions } | 'transcribe' | null

export function CaptionMenu({ file }: { file: FileDetails }) {
  const { all, ready, chosen, canTranscribe, isKnown } = useCaptions(file)
  const { contribute, viaShare } = useParticipant()
  const isShown = useTranscriptShown()
  const [open, setOpen] = useState<Open>(null)
  useCaptionKeys(ready, chosen, !viaShare)
  if (!isKnown || (ready.length === 0 && !contribute)) return null
  const waiting = all.find(({ state }) => state === 'QUEUED' || state === 'SENDING')
  const failed = all.find(({ state }) => state === 'FAILED')
  const isTranscribed = all.some(({ source, state }) => source === 'TRANSCRIBED' && state !== 'FAILED')
  const options = ready.map((one) => [one.id, captionsName(one)] as const)
  return (
    <>
      <Menu
        label="Captions"
        button={
          <button
            type="button"
            className={`${buttonClass('plain', true)} ${styles.button}`}
            aria-label="CC captions"
            aria-pressed={chosen !== undefined}
            title={ready.length > 0 ? 'Captions (⇧T)' : 'Captions'}
          >
            <span>CC</span>
          </button>
        }
      >
        {ready.length > 0 && (
          <MenuRadioGroup
            label="Captions"
            value={chosen?.id ?? ''}
            options={[['', 'Off'] as const, ...options]}
            onChange={(id) => chooseCaptions(ready.find((one) => one.id === id))}
          />
        )}
        {ready.length > 0 && !viaShare && (
          <>
            <MenuSeparator />
            <MenuItem onClick={() => showTranscript(!isShown)}>
              {isShown ? 'Hide transcript' : 'Show transcript'}
            </MenuItem>
          </>
        )}
        {contribute && ready.length > 0 && <MenuSeparator />}
        {contribute && (
          <MenuItem onClick={() => pickCaptions((upload) => setOpen({ upload }))}>Upload captions…</MenuItem>
        )}
        {contribute && canTranscribe && !isTranscribed && file.media?.hasAudio && (
          <MenuItem onClick={() => setOpen('transcribe')}>Transcribe speech…</MenuItem>
        )}
        {contribute && chosen && (
          <MenuItem onClick={() => setOpen({ remove: chosen })}>Delete {captionsName(chosen)}…</MenuItem>
        )}
        {waiting && <p className={styles.note}>The speech is being transcribed.</p>}
        {failed?.failure && <p className={styles.note}>{failed.failure.message}</p>}
      </Menu>
      <Suspense>
        <Dialogs file={file} open={open} failed={failed} onClose={() => setOpen(null)} />
      </Suspense>
    </>
  )
}

function useCaptionKeys(ready: readonly Captions[], chosen: Captions | undefined, hasTranscript: boolean) {
  const isShown = useTranscriptShown()
  const transcript = { keys: 't', label: 'Show or hide the transcript', run: () => showTranscript(!isShown) }
  const captions = {
    ...{ keys: 'Shift+T', label: 'Captions on or off' },
    run: () => switchCaptions(ready, chosen),
  }
  useShortcuts('Captions', ready.length === 0 ? [] : hasTranscript ? [transcript, captions] : [captions])
}

type DialogsProps = { file: FileDetails; open: Open; failed: Captions | undefined; onClose: () => void }

function Dialogs({ file, open, failed, onClose }: DialogsProps) {
  const queries = useQueryClient()
  const changed = () => queries.invalidateQueries({ queryKey: keys.file(file.id, 'captions') })
  const remove = useMutation({
    mutationFn: ({ id }: Captions) => client.captions.delete(file.id, id),
    onSuccess: changed,
    onError: (error) => showProblem(error),
  })
  if (open === null) return null
  if (open === 'transcribe')
    return <TranscribeDialog file={file} failed={failed} onDone={changed} onClose={onClose} />
  if ('upload' in open)
    return <UploadDialog file={file} source={open.upload} onDone={changed} onClose={onClose} />
  return (
    <ConfirmDialog
      title={`Delete ${captionsName(open.remove)}?`}
      action="Delete captions"
      onConfirm={() => {
        remove.mutate(open.remove)
        onClose()
      }}
      onClose={onClose}
    >
      The captions are deleted for everybody, for good.
    </ConfirmDialog>
  )
}

function pickCaptions(use: (source: File) => void): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = '.srt,.vtt,.ttml,.dfxp,.xml,.itt'
  input.onchange = () => input.files?.[0] && use(input.files[0])
  input.click()
}
