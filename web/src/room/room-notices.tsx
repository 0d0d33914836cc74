// Notices about changes to the open file.
import type { FileDetails } from '@dailies/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useContext, useState } from 'react'
import { buttonClass, IconButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { CloseIcon } from '../ui/icons.tsx'
import { TopBarContext } from '../ui/top-bar-context.ts'
import { addressOf } from './address.ts'
import { revisionsQuery } from './header/header-queries.ts'
import { useRoom } from './room.ts'
import styles from './room-notices.module.css'

/** Announces revisions that were added since the file was opened. */
export function NewerRevision({ file }: { file: FileDetails }) {
  const room = useRoom()
  const { data: revisions } = useQuery(revisionsQuery(file))
  const [known, setKnown] = useState<number>()
  const newest = revisions?.find(({ status }) => status === 'UPLOADED')
  if (revisions && known === undefined) setKnown(newest?.stack.number ?? 0)
  const number = newest?.stack.number ?? 0
  const isNews = newest && known !== undefined && number > Math.max(known, file.stack.number)
  return (
    <div className={styles.notices} role="status">
      {isNews && (
        <p className={styles.notice}>
          v{number} is available
          <Link
            to="/files/$fileId"
            params={{ fileId: newest.id }}
            search={() => addressOf(room.here())}
            className={styles.look}
          >
            Open v{number}
          </Link>
          <IconButton label="Dismiss" small onClick={() => setKnown(number)}>
            <CloseIcon />
          </IconButton>
        </p>
      )}
    </div>
  )
}

/** Replaces the room and shows the app's top bar: the header of the room needs a file. */
export function FileGone({ file }: { file: FileDetails }) {
  const topBar = useContext(TopBarContext)
  return (
    <>
      {topBar}
      <EmptyState title="This file is no longer available" isPage>
        <p>
          “{file.name}” was deleted, or it is no longer shared with you. Ask the owner of the project if you
          still need it.
        </p>
        <Link
          to="/projects/$projectId"
          params={{ projectId: file.project.id }}
          className={buttonClass('main')}
        >
          Open the project
        </Link>
      </EmptyState>
    </>
  )
}
