// A new revision, from the room: dropped onto the picture, or picked.
import type { FileDetails } from '@dailies/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../app/client.ts'
import { keys } from '../../app/queries.ts'

export type RevisionUpload = {
  start: (source: File) => void
  /** From 0 to 1 while one is under way. */
  progress: number | null
}

/** When it is there, the room tells of it as of anybody's. */
export function useRevisionUpload(file: FileDetails): RevisionUpload {
  const queries = useQueryClient()
  const [progress, setProgress] = useState<number | null>(null)
  const upload = useMutation({
    mutationFn: (source: File) =>
      client.files.upload(file.project.id, source, {
        replaces: { id: file.id },
        onProgress: ({ loaded, total }) => setProgress(total === 0 ? 1 : loaded / total),
      }),
    onMutate: () => setProgress(0),
    onSettled() {
      setProgress(null)
      return queries.invalidateQueries({ queryKey: keys.project(file.project.id, 'files') })
    },
  })
  return { start: upload.mutate, progress }
}

export function pickFile(take: (file: File) => void): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.addEventListener('change', () => {
    const [file] = input.files ?? []
    if (file) take(file)
  })
  input.click()
}
