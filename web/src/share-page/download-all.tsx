import type { OpenShare } from '@dailies/sdk'
import { useMutation } from '@tanstack/react-query'
import { download } from '../comments/download.ts'
import { client } from '../data/client.ts'
import { Button } from '../ui/button.tsx'
import { SaveIcon } from './icons.tsx'
import styles from './list-page.module.css'

/** Everything that the share shows, as one ZIP. */
export function DownloadAll({ share: { downloads, files } }: { share: OpenShare }) {
  const save = useMutation({
    mutationFn: () => client.openShare.createArchive(),
    async onSuccess(archive) {
      download(archive.url, archive.name)
      const texts = import('../archives/download-text.ts')
      const { showDone } = await import('../ui/toasts.tsx')
      showDone((await texts).downloadText(archive))
    },
  })
  if (downloads === 'NONE' || files.length < 2) return null
  return (
    <Button className={styles.download} busy={save.isPending} onClick={() => save.mutate()}>
      <SaveIcon />
      Download all
    </Button>
  )
}
