// References for the model: files of the project, or files uploaded for this request only.
import type { Model, File as ProjectFile } from '@dailies/sdk'
import { useState } from 'react'
import { FilePicker } from '../picking/file-picker.tsx'
import { FileThumbnail } from '../picking/file-thumbnail.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { CloseIcon, PlusIcon } from '../ui/icons.tsx'
import styles from './generate.module.css'
import { acceptedKinds, countProblem, countReason, type Reference, takes } from './generation-form.ts'
import { UploadReference } from './upload-reference.tsx'

export type ReferenceFieldsProps = {
  projectId: string
  model: Model
  references: readonly Reference[]
  /** References that the model does not accept. */
  unfit: readonly Reference[]
  onReferences: (references: readonly Reference[]) => void
  /** The change in the number of running uploads: 1 or -1. */
  onUploading: (change: 1 | -1) => void
  onMention: (reference: Reference) => void
}

export function ReferenceFields(props: ReferenceFieldsProps) {
  const { projectId, model, references, unfit, onReferences, onUploading, onMention } = props
  const [picking, setPicking] = useState(false)
  const most = model.limits.attachments.max
  const tooMany = countProblem(model, references.length)
  const picked = references.filter((one): one is ProjectFile => 'order' in one)
  const uploaded = references.filter((one) => !('order' in one))
  const without = (removed: readonly Reference[]) => references.filter((one) => !removed.includes(one))
  return (
    <section aria-labelledby="references" className={styles.column}>
      <div>
        <h3 id="references">
          References{' '}
          <span className="quiet">
            {references.length} of {most}
          </span>
        </h3>
        <p className="quiet small">
          This model takes {acceptedKinds(model)}.{countReason(model)} Click one to mention it in the prompt.
        </p>
      </div>
      {references.length > 0 && (
        <ul className={styles.references}>
          {references.map((reference) => (
            <li key={reference.id} className={styles.reference}>
              <button type="button" className={styles.mention} onClick={() => onMention(reference)}>
                <FileThumbnail file={reference} small />
                <span>{reference.name}</span>
              </button>
              <IconButton
                small
                label={`Remove ${reference.name}`}
                onClick={() => onReferences(without([reference]))}
              >
                <CloseIcon />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {tooMany && (
        <p className={styles.note} role="alert">
          {tooMany}
        </p>
      )}
      {unfit.length > 0 && (
        <div className={styles.note} role="alert">
          <p>
            {model.limits.provider?.name ?? model.name} takes only {acceptedKinds(model)} for this model, not{' '}
            {new Intl.ListFormat('en').format(unfit.map(({ name }) => name))}.
          </p>
          <Button small onClick={() => onReferences(without(unfit))}>
            Remove {unfit.length === 1 ? 'it' : 'them'}
          </Button>
        </div>
      )}
      <div className={styles.buttons}>
        <Button small aria-expanded={picking} onClick={() => setPicking(!picking)}>
          <PlusIcon /> From the project
        </Button>
        <UploadReference
          projectId={projectId}
          model={model}
          disabled={references.length >= most}
          onUploading={onUploading}
          onUploaded={(reference) => onReferences([...references, reference])}
        />
      </div>
      {picking && (
        <FilePicker
          label="Files of the project"
          projectId={projectId}
          chosen={picked}
          most={most - uploaded.length}
          lists={false}
          accepts={(file) => takes(model, file)}
          none={`No file in this project works as a reference for ${model.name}.`}
          onChosen={(files) => onReferences([...uploaded, ...files])}
        />
      )}
    </section>
  )
}
