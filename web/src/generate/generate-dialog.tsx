// Generates a file with a model. Options that the model does not support are not offered.
import { DailiesError, type Model } from '@dailies/sdk'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { client } from '../data/client.ts'
import { keys } from '../data/queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogButtons } from '../ui/dialog.tsx'
import { fieldError } from '../ui/error-messages.ts'
import { TextArea } from '../ui/field.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { showDone } from '../ui/toasts.tsx'
import styles from './generate.module.css'
import {
  countProblem,
  firstModel,
  insertToken,
  type OutputType,
  openingModel,
  promptHint,
  promptProblem,
  type Reference,
  requestFor,
  type Settings,
  settingsFor,
  takes,
  withoutToken,
} from './generation-form.ts'
import { ModelFields } from './model-fields.tsx'
import { ReferenceFields } from './reference-fields.tsx'
import { VideoFields } from './video-fields.tsx'

export type GenerateDialogProps = {
  projectId: string
  /** The folder of the new file; null or undefined for the project root. */
  folderId?: string | null | undefined
  open: boolean
  onClose: () => void
}

const modelsQuery = queryOptions({
  queryKey: ['models'],
  queryFn: ({ signal }) => client.models.list({ signal }),
  staleTime: 300_000,
})

export function GenerateDialog({ projectId, folderId = null, open, onClose }: GenerateDialogProps) {
  const models = useQuery({ ...modelsQuery, enabled: open })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Generate a file"
      description="Describe what you want. The file appears in the list at once and is filled when it is ready."
      wide
    >
      <ProblemNote error={models.error} />
      {models.isPending && <Spinner label="Loading the models" />}
      {models.data && (
        <GenerateForm projectId={projectId} folderId={folderId} models={models.data} onClose={onClose} />
      )}
    </Dialog>
  )
}

/** The typed prompt survives closing the dialog by accident. */
const kept = new Map<string, string>()

type FormProps = { projectId: string; folderId: string | null; models: Model[]; onClose: () => void }

function GenerateForm({ projectId, folderId, models, onClose }: FormProps) {
  const [model, setModel] = useState(() => openingModel(models))
  const [settings, setSettings] = useState<Settings | null>(() => settingsFor(model, null))
  const [prompt, setPrompt] = useState(() => kept.get(projectId) ?? '')
  const [references, setReferences] = useState<readonly Reference[]>([])
  const [uploading, setUploading] = useState(0)
  const promptArea = useRef<HTMLTextAreaElement>(null)
  const generate = useGenerate(projectId, onClose)

  function chooseModel(next: Model) {
    setModel(next)
    setSettings(settingsFor(next, settings))
  }
  function write(text: string) {
    kept.set(projectId, text)
    setPrompt(text)
  }
  function chooseType(type: OutputType) {
    const next = firstModel(models, type)
    if (next) chooseModel(next)
  }
  function mention(reference: Reference) {
    const area = promptArea.current!
    const next = insertToken(prompt, reference, area.selectionStart, area.selectionEnd)
    write(next.prompt)
    // After the text has rendered: the caret cannot be placed in text that is not there yet.
    requestAnimationFrame(() => {
      area.focus()
      area.setSelectionRange(next.caret, next.caret)
    })
  }
  function refer(next: readonly Reference[]) {
    const removed = references.filter(({ id }) => !next.some((one) => one.id === id))
    if (removed.length > 0) write(removed.reduce(withoutToken, prompt))
    setReferences(next)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    generate.mutate(requestFor(model, prompt.trim(), references, settings, folderId))
  }

  const unfit = references.filter((reference) => !takes(model, reference))
  const wrongPrompt = promptProblem(model, prompt.trim(), references)
  const ready =
    model.available &&
    prompt.trim() !== '' &&
    wrongPrompt === undefined &&
    countProblem(model, references.length) === undefined &&
    unfit.length === 0 &&
    uploading === 0
  return (
    <form className={styles.form} onSubmit={submit}>
      <div className={styles.column}>
        <ModelFields models={models} model={model} onType={chooseType} onModel={chooseModel} />
        {settings && model.configs && (
          <VideoFields configs={model.configs} settings={settings} onSettings={setSettings} />
        )}
      </div>
      <div className={styles.column}>
        <TextArea
          ref={promptArea}
          label="Prompt"
          rows={7}
          required
          value={prompt}
          placeholder="A slow push in on a lighthouse at dusk, rain on the lens …"
          hint={promptHint(model, prompt.trim(), references.length)}
          error={wrongPrompt ?? fieldError(generate.error, '/prompt')}
          onChange={({ currentTarget }) => write(currentTarget.value)}
        />
        <ReferenceFields
          key={projectId}
          projectId={projectId}
          model={model}
          references={references}
          unfit={unfit}
          onReferences={refer}
          onUploading={(change) => setUploading((count) => count + change)}
          onMention={mention}
        />
      </div>
      <div className={styles.end}>
        <ProblemNote error={generate.error} />
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="main" disabled={!ready} busy={generate.isPending}>
            {model.draft ? 'Generate draft' : 'Generate'}
          </Button>
        </DialogButtons>
      </div>
    </form>
  )
}

function useGenerate(projectId: string, onDone: () => void) {
  const queries = useQueryClient()
  // A repeated request with the same key, after a lost response, generates and charges only once.
  const attempt = useRef({ request: '', key: '' })
  return useMutation({
    mutationFn(fields: ReturnType<typeof requestFor>) {
      const request = JSON.stringify(fields)
      if (attempt.current.request !== request) attempt.current = { request, key: crypto.randomUUID() }
      return client.files.generate(projectId, fields, { idempotencyKey: attempt.current.key })
    },
    meta: { ownErrors: true },
    onError(error) {
      // A refusal is a response, and the same key would return it again: use a new key for the next attempt.
      if (error instanceof DailiesError && error.status < 500) attempt.current = { request: '', key: '' }
    },
    async onSuccess() {
      kept.delete(projectId)
      await queries.invalidateQueries({ queryKey: keys.project(projectId, 'files') })
      showDone('Generation started. The file appears in the list when it is ready.')
      onDone()
    },
  })
}
