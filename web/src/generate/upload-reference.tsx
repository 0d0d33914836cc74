import type { Model } from '@dailies/sdk'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { client } from '../data/client.ts'
import { Button } from '../ui/button.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { acceptedKinds, acceptedTypes, type Reference, takes } from './generation-form.ts'

/** Uploads a file for the model only: it does not become a file of the project. */
export function UploadReference({
  projectId,
  model,
  disabled,
  onUploading,
  onUploaded,
}: {
  projectId: string
  model: Model
  disabled: boolean
  onUploading: (change: 1 | -1) => void
  onUploaded: (reference: Reference) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [share, setShare] = useState(0)
  const [refused, setRefused] = useState<string>()
  const upload = useMutation({
    mutationFn: (file: File) =>
      client.generationAttachments.upload(projectId, file, {
        onProgress: ({ loaded, total }) => setShare(loaded / total),
      }),
    meta: { ownErrors: true },
    onMutate: () => onUploading(1),
    onSuccess: ({ id }, file) => onUploaded(referenceOf(id, file)),
    onSettled: () => onUploading(-1),
  })
  function choose(file: File | undefined) {
    if (!file) return
    const fits = takes(model, { mimeType: typeOf(file) })
    setRefused(
      fits
        ? undefined
        : `${model.limits.provider?.name ?? model.name} takes ${acceptedKinds(model)}; ${file.name} is none of these.`,
    )
    setShare(0)
    if (fits) upload.mutate(file)
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Upload a reference"
        accept={acceptedTypes(model)}
        onChange={({ currentTarget }) => {
          choose(currentTarget.files?.[0])
          // Reset, so that the same file can be chosen again after it was removed.
          currentTarget.value = ''
        }}
      />
      <Button small disabled={disabled} busy={upload.isPending} onClick={() => input.current?.click()}>
        {upload.isPending ? `Uploading, ${Math.round(share * 100)} %` : 'Upload'}
      </Button>
      {refused && (
        <p className="problem small" role="alert">
          {refused}
        </p>
      )}
      <ProblemNote error={upload.error} />
    </>
  )
}

function referenceOf(id: string, file: File): Reference {
  const mimeType = typeOf(file)
  const thumbnail = mimeType?.startsWith('image/') ? URL.createObjectURL(file) : null
  return { id, name: file.name, mimeType, thumbnail }
}

/** Browsers do not know the type of Markdown, and some know neither HEIC nor AVIF. */
function typeOf({ type, name }: File): string | null {
  if (type) return type
  if (/\.(md|markdown|txt)$/iu.test(name)) return 'text/plain'
  const image = /\.(heic|heif|avif|tiff?)$/iu.exec(name)?.[1]?.toLowerCase()
  return image === undefined ? null : `image/${image === 'tif' ? 'tiff' : image}`
}
