import type { FileDetails } from '@dailies/sdk'
import { Link } from '@tanstack/react-router'
import { BackIcon } from '../ui/icons.tsx'
import styles from './room-header.module.css'

export function RoomHeader({ file }: { file: FileDetails }) {
  return (
    <header className={styles.header}>
      <Link
        to="/projects/$projectId"
        params={{ projectId: file.project.id }}
        aria-label="Back to the project"
      >
        <BackIcon />
      </Link>
      <h1 className={styles.name}>{file.name}</h1>
    </header>
  )
}
