// All files of a share as one ZIP.
import type { OpenShare } from '@dailies/sdk'
import { useMutation } from '@tanstack/react-query'
import { downloadText } from '../archives/download-text.ts'
import { download } from '../comments/download.ts'
import { client } from '../data/client.ts'
import { Button } from '../ui/button.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { SaveIcon } from './icons.tsx'
import styles from './list-page.module.css'

export function DownloadAll({ share: { downloads, files } }: { share: OpenShare }) {
  const make = useMutation({
    mutationFn: () => client.openShare.createArchive(),
    meta: { ownErrors: true },
    onSuccess: ({ url, name }) => download(url, name),
  })
  // A single file has its own button where it is shown.
  if (downloads === 'NONE' || files.length < 2) return null
  return (
    <div className={styles.download}>
      <Button busy={make.isPending} onClick={() => make.mutate()}>
        <SaveIcon /> Download all
      </Button>
      <p className="quiet small" role="status">
        {make.data && downloadText(make.data)}
      </p>
      <ProblemNote error={make.error} />
    </div>
  )
}
