// Downloads files, a folder or a review as one ZIP.
import type { Archive, CreateArchiveFields } from '@dailies/sdk'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { download } from '../comments/download.ts'
import { client } from '../data/client.ts'
import { scopesQuery } from '../data/queries.ts'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { Dialog, DialogButtons } from '../ui/dialog.tsx'
import { CheckField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { showDone } from '../ui/toasts.tsx'
import { downloadText } from './download-text.ts'

export type DownloadSelection = Pick<CreateArchiveFields, 'files' | 'folders' | 'version'>

type Variant = NonNullable<CreateArchiveFields['variant']>

const variants = [
  { value: 'ORIGINAL', label: 'Originals' },
  { value: 'PROXY', label: 'Proxies' },
] as const satisfies { value: Variant; label: string }[]

const hints: Record<Variant, string> = {
  ORIGINAL: 'The files as they were uploaded or generated.',
  PROXY: 'Smaller copies of videos, audio and images. Files without a copy are left out.',
}

export function DownloadDialog({
  projectId,
  selection,
  title,
  onClose,
}: {
  projectId: string
  selection: DownloadSelection
  /** Completes “Download …”: a name, or “12 files”. */
  title: string
  onClose: () => void
}) {
  const { data: scopes } = useSuspenseQuery(scopesQuery)
  const [variant, setVariant] = useState<Variant>('ORIGINAL')
  const [comments, setComments] = useState(false)
  const create = useMutation({
    mutationFn: () => client.archives.create(projectId, { ...selection, variant, comments }),
    meta: { ownErrors: true },
    onSuccess(archive: Archive) {
      download(archive.url, archive.name)
      showDone(downloadText(archive))
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Download ${title}`}
      description="As one ZIP file, with its folders. Your browser can resume it for 24 hours."
    >
      <Form onSubmit={() => create.mutate()}>
        <Choice label="Quality" options={variants} value={variant} onValue={setVariant} />
        <p className="quiet small">{hints[variant]}</p>
        {scopes.includes('comments:download') && (
          <CheckField
            label="Add the comments"
            hint="A CSV file with the comments on these files."
            checked={comments}
            onChange={(event) => setComments(event.currentTarget.checked)}
          />
        )}
        <ProblemNote error={create.error} />
        <DialogButtons>
          <Button look="main" type="submit" busy={create.isPending}>
            Download
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
