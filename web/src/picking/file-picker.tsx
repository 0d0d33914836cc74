// Chooses files of the project: searched by name, newest first, the latest revision of each.
import type { File } from '@dailies/sdk'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { client } from '../data/client.ts'
import { cursorPages } from '../data/lists.ts'
import { keys } from '../data/queries.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { useDebounced } from '../ui/debounced.ts'
import { TextField } from '../ui/field.tsx'
import { CloseIcon } from '../ui/icons.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import styles from './file-picker.module.css'
import { FileThumbnail } from './file-thumbnail.tsx'

export type FilePickerProps = {
  label: string
  projectId: string
  chosen: readonly File[]
  onChosen: (files: readonly File[]) => void
  most: number
  /** The files to choose from; without it, all. */
  accepts?: (file: File) => boolean
  /** Whether the chosen files are also listed below. */
  lists?: boolean
  /** Shown when there are no files. */
  none?: ReactNode
}

export function FilePicker({
  label,
  projectId,
  chosen,
  onChosen,
  most,
  accepts = () => true,
  lists = true,
  none = 'No files yet. Upload some to the project first.',
}: FilePickerProps) {
  const [search, setSearch] = useState('')
  const keyword = useDebounced(search.trim())
  const found = useFiles(projectId, keyword)
  const files = found.data?.pages.flatMap(({ data }) => data).filter(accepts)
  const isChosen = (file: File) => chosen.some(({ id }) => id === file.id)
  const remove = (file: File) => onChosen(chosen.filter(({ id }) => id !== file.id))
  return (
    <fieldset className={styles.picker}>
      <legend>
        {label} <span className="quiet">{chosen.length === 0 ? '' : `${chosen.length} picked`}</span>
      </legend>
      <TextField
        label="Search by name"
        type="search"
        value={search}
        maxLength={100}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <ProblemNote error={found.error} />
      <ul className={styles.files}>
        {files?.map((file) => (
          <li key={file.id}>
            <label className={styles.file}>
              <input
                type="checkbox"
                checked={isChosen(file)}
                disabled={!isChosen(file) && chosen.length >= most}
                onChange={() => (isChosen(file) ? remove(file) : onChosen([...chosen, file]))}
              />
              <FileThumbnail file={file} small />
              <span className={styles.name}>{file.name}</span>
            </label>
          </li>
        ))}
        {files?.length === 0 && !found.hasNextPage && (
          <li className={styles.none}>{keyword === '' ? none : `No files match “${keyword}”.`}</li>
        )}
        {found.hasNextPage && (
          <li className={styles.none}>
            <Button small busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
              Show more files
            </Button>
          </li>
        )}
      </ul>
      {lists && chosen.length > 0 && (
        <ul className={styles.chosen} aria-label="Chosen files">
          {chosen.map((file) => (
            <li key={file.id} className={styles.chip}>
              <span>{file.name}</span>
              <IconButton small label={`Remove ${file.name}`} onClick={() => remove(file)}>
                <CloseIcon />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}

function useFiles(projectId: string, keyword: string) {
  return useInfiniteQuery({
    queryKey: keys.project(projectId, 'files', 'to pick', keyword),
    queryFn: ({ pageParam, signal }) =>
      client.files
        .list(projectId, { latest: true, status: 'UPLOADED', keyword: keyword || null }, { signal })
        .page({ next: pageParam }),
    ...cursorPages,
    placeholderData: keepPreviousData,
  })
}
