import type { FileDetails } from '@dailies/sdk'
import { Link, useSearch } from '@tanstack/react-router'
import { useParticipant } from '../data/participant.ts'
import { Bell } from '../notifications/bell.tsx'
import { MutedSign } from '../notifications/mute.tsx'
import { IconButton } from '../ui/button.tsx'
import { BackIcon, PanelIcon } from '../ui/icons.tsx'
import { FileName } from './header/file-name.tsx'
import styles from './header/header.module.css'
import { NeighbourButtons, useNeighbours } from './header/neighbours.tsx'
import { ReviewControl } from './header/review-control.tsx'
import { RevisionPicker } from './header/revision-picker.tsx'
import { RoomMenu } from './header/room-menu.tsx'
import { TagMenu } from './header/tag-menu.tsx'
import { Viewers } from './header/viewers.tsx'
import type { RoomLayout } from './layout.ts'

export function RoomHeader({ file, layout }: { file: FileDetails; layout: RoomLayout }) {
  const { contribute } = useParticipant()
  const neighbours = useNeighbours(file)
  return (
    <header className={styles.header} data-bar="top" data-drawer={!layout.hidden}>
      <BackLink file={file} />
      <FileName key={file.id} file={file} editable={contribute} />
      <RevisionPicker file={file} />
      <div className={styles.medium}>
        <NeighbourButtons neighbours={neighbours} />
      </div>
      <div className={styles.end}>
        <Viewers fileId={file.id} />
        <MutedSign file={file} />
        <ReviewControl file={file}>
          <div className={styles.wide}>
            <TagMenu file={file} editable={contribute} />
          </div>
        </ReviewControl>
        <div className={styles.medium}>
          <Bell />
        </div>
        <RoomMenu file={file} neighbours={neighbours} layout={layout} />
        <IconButton
          label={layout.hidden ? 'Show comments' : 'Hide comments'}
          shortcut="\"
          aria-expanded={!layout.hidden}
          onClick={layout.togglePanel}
        >
          <PanelIcon />
        </IconButton>
      </div>
    </header>
  )
}

/** Links back to the review, the folder or the project that the person came from. */
function BackLink({ file }: { file: FileDetails }) {
  const { version } = useSearch({ from: '/files/$fileId' })
  const projectId = file.project.id
  if (version !== undefined) {
    return (
      <Link
        to="/projects/$projectId/versions/$versionId"
        params={{ projectId, versionId: version }}
        className="icon-link"
        aria-label="Back to the review"
      >
        <BackIcon />
      </Link>
    )
  }
  return (
    <Link
      to="/projects/$projectId"
      params={{ projectId }}
      search={file.folder ? { folder: file.folder.id } : {}}
      className="icon-link"
      aria-label={file.folder ? 'Back to the folder' : 'Back to the project'}
    >
      <BackIcon />
    </Link>
  )
}
