import type { FileDetails } from '@dailies/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../data/client.ts'
import { keys } from '../../data/queries.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Time } from '../../ui/time.tsx'
import styles from './choose-file-dialog.module.css'

/** A file of the same project and kind. */
export function ChooseFileDialog({
  like,
  onChoose,
  onClose,
}: {
  like: FileDetails
  onChoose: (fileId: string) => void
  onClose: () => void
}) {
  const [keyword, setKeyword] = useState('')
  const { data, error } = useQuery({
    queryKey: keys.project(like.project.id, 'files', 'choose', keyword),
    queryFn: ({ signal }) =>
      client.files
        .list(
          like.project.id,
          { latest: true, status: 'UPLOADED', ...(keyword !== '' && { keyword }) },
          { signal },
        )
        .page(),
    placeholderData: keepPreviousData,
  })
  const files = data?.data.filter(
    ({ id, mimeType }) => id !== like.id && kindOf(mimeType) === kindOf(like.mimeType),
  )
  return (
    <Dialog open onClose={onClose} title={`Compare “${like.name}” with`}>
      <SearchField label="Search the project’s files" value={keyword} onSearch={setKeyword} />
      <ProblemNote error={error} />
      {files?.length === 0 && <p className="quiet">No other file of the same kind was found.</p>}
      <ul className={styles.files}>
        {files?.map(({ id, name, thumbnail, createdAt }) => (
          <li key={id}>
            <button type="button" className={styles.file} onClick={() => onChoose(id)}>
              {thumbnail ? <img src={thumbnail} alt="" loading="lazy" /> : <span className={styles.blank} />}
              <span className={styles.name}>{name}</span>
              <span className="quiet small">
                <Time of={createdAt} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** Determined by the content type. */
function kindOf(mimeType: string | null): string | undefined {
  return mimeType?.split('/')[0]
}
