import { type Ref, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { UploadIcon } from '../ui/object-icons.tsx'
import { chosenFiles } from '../uploads/dropped-files.ts'
import { useStartUploads } from '../uploads/start-uploads.ts'
import { useFiles } from './files-context.ts'

export function UploadButton({ ref }: { ref?: Ref<HTMLButtonElement> }) {
  const { projectId, folderId } = useFiles()
  const { upload } = useStartUploads(projectId)
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        {...(ref && { ref })}
        look="main"
        title="Upload files (u)"
        aria-keyshortcuts="u"
        onClick={() => input.current?.click()}
      >
        <UploadIcon /> Upload
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to upload"
        onChange={({ currentTarget }) => {
          upload(chosenFiles(currentTarget.files!), folderId)
          currentTarget.value = ''
        }}
      />
    </>
  )
}
