// An avatar in the settings, with buttons to replace and remove it.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { keys } from '../data/queries.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { showDone } from '../ui/toasts.tsx'
import styles from './avatar-setting.module.css'
import { CropDialog } from './crop-dialog.tsx'

type AvatarSettingProps = {
  name: string
  url: string | null
  id: string
  onSet: (image: Blob) => Promise<unknown>
  onRemove: () => Promise<unknown>
}

export function AvatarSetting({ name, url, id, onSet, onRemove }: AvatarSettingProps) {
  const [file, setFile] = useState<File>()
  const input = useRef<HTMLInputElement>(null)
  const queries = useQueryClient()
  const refresh = () =>
    Promise.all(
      [keys.account, keys.projects, ['project'], ['settings']].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    )
  const set = useMutation({
    mutationFn: onSet,
    async onSuccess() {
      await refresh()
      setFile(undefined)
      showDone('Avatar saved.')
    },
    meta: { ownErrors: true },
  })
  const remove = useMutation({
    mutationFn: onRemove,
    async onSuccess() {
      await refresh()
      showDone('Avatar removed.')
    },
  })
  return (
    <div className={styles.setting}>
      <Avatar name={name} url={url} id={id} size={64} />
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        aria-label="Image file"
        hidden
        onChange={({ currentTarget }) => {
          setFile(currentTarget.files?.[0])
          // Reset, so that the same file can be chosen again.
          currentTarget.value = ''
        }}
      />
      <div className={styles.buttons}>
        <Button onClick={() => input.current!.click()}>{url ? 'Replace avatar' : 'Upload avatar'}</Button>
        {url && (
          <Button look="plain" busy={remove.isPending} onClick={() => remove.mutate()}>
            Remove avatar
          </Button>
        )}
      </div>
      {file && (
        <CropDialog
          file={file}
          busy={set.isPending}
          error={set.error}
          onSave={(image) => set.mutate(image)}
          onClose={() => {
            setFile(undefined)
            set.reset()
          }}
        />
      )}
    </div>
  )
}
