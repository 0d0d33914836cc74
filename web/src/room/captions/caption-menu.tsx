// Chooses the captions that are shown, and adds others.
import type { Captions, FileDetails } from '@dailies/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { client } from '../../data/client.ts'
import { useParticipant } from '../../data/participant.ts'
import { keys } from '../../data/queries.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Menu, MenuItem, MenuRadioGroup, MenuSeparator } from '../../ui/menu.tsx'
import { showDone, showProblem } from '../../ui/toasts.tsx'
import {
  captionsName,
  chooseCaptions,
  showTranscript,
  useCaptions,
  useTranscriptShown,
} from './caption-queries.ts'
import styles from './captions.module.css'

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../ui/confirm-dialog.tsx')).ConfirmDialog,
}))

export function CaptionMenu({ file }: { file: FileDetails }) {
  const { all, ready, chosen, canTranscribe, isKnown } = useCaptions(file)
  const { contribute } = useParticipant()
  const isShown = useTranscriptShown()
  const { upload, transcribe, remove } = useChanges(file)
  const [deleting, setDeleting] = useState<Captions>()
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
            aria-label="Captions"
            aria-pressed={chosen !== undefined}
            title="Captions"
          >
            CC
          </button>
        }
      >
        {ready.length > 0 && (
          <>
            <MenuRadioGroup
              label="Captions"
              value={chosen?.id ?? ''}
              options={[['', 'Off'] as const, ...options]}
              onChange={(id) => chooseCaptions(ready.find((one) => one.id === id))}
            />
            <MenuSeparator />
            <MenuItem onClick={() => showTranscript(!isShown)}>
              {isShown ? 'Hide transcript' : 'Show transcript'}
            </MenuItem>
          </>
        )}
        {contribute && <MenuItem onClick={() => pickCaptions(upload)}>Upload captions…</MenuItem>}
        {contribute && chosen && (
          <MenuItem onClick={() => setDeleting(chosen)}>Delete {captionsName(chosen)}…</MenuItem>
        )}
        {contribute && canTranscribe && !isTranscribed && (
          <MenuItem onClick={() => transcribe()}>Transcribe the speech</MenuItem>
        )}
        {waiting && <p className={styles.note}>The speech is being transcribed.</p>}
        {failed?.failure && <p className={styles.note}>{failed.failure.message}</p>}
      </Menu>
      <Suspense>
        {deleting && (
          <ConfirmDialog
            title={`Delete ${captionsName(deleting)}?`}
            action="Delete captions"
            onConfirm={() => {
              remove(deleting.id)
              setDeleting(undefined)
            }}
            onClose={() => setDeleting(undefined)}
          >
            The captions are deleted for everybody, for good.
          </ConfirmDialog>
        )}
      </Suspense>
    </>
  )
}

function useChanges(file: FileDetails) {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: keys.file(file.id, 'captions') })
  const onError = (error: Error) => showProblem(error)
  const upload = useMutation({
    mutationFn: async (source: File) =>
      client.captions.create(file.id, { text: await source.text(), language: languageOf(source.name) }),
    onSuccess: async () => {
      await refresh()
      showDone('Captions uploaded. Choose their language in the menu.')
    },
    onError,
  })
  const transcribe = useMutation({
    mutationFn: () => client.captions.transcribe(file.id, {}),
    onSuccess: refresh,
    onError,
  })
  const remove = useMutation({
    mutationFn: (captionId: string) => client.captions.delete(file.id, captionId),
    onSuccess: refresh,
    onError,
  })
  return {
    upload: (source: File) => upload.mutate(source),
    transcribe: () => transcribe.mutate(),
    remove: (captionId: string) => remove.mutate(captionId),
  }
}

/** Names of caption files often say the language: `Cut 3.pt-BR.srt`. */
function languageOf(name: string): string | null {
  const [, tag] = /[._]([a-z]{2,3}(?:-[a-z0-9]{2,8})?)\.\w+$/i.exec(name) ?? []
  const known = tag && new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(tag)
  return known ? tag : null
}

function pickCaptions(use: (source: File) => void): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = '.srt,.vtt,.ttml,.dfxp,.xml,.itt'
  input.onchange = () => input.files?.[0] && use(input.files[0])
  input.click()
}
