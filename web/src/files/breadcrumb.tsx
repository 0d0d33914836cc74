import { Link } from '@tanstack/react-router'
import styles from './breadcrumb.module.css'
import { useFiles } from './files-context.ts'
import { pathTo } from './folder-path.ts'
import { useFolderTarget } from './folder-tiles.tsx'

/** The path to the open folder. Files dropped onto a folder of the path move there. */
export function Breadcrumb() {
  const { folders, folderId } = useFiles()
  const steps = [{ id: null, name: 'All files' }, ...pathTo(folders, folderId)]
  return (
    <nav aria-label="Folders" className={styles.path}>
      <ol>
        {steps.map(({ id, name }) => (
          <Step key={id ?? ''} id={id} name={name} current={id === folderId} />
        ))}
      </ol>
    </nav>
  )
}

function Step({ id, name, current }: { id: string | null; name: string; current: boolean }) {
  const { projectId } = useFiles()
  const target = useFolderTarget(id)
  return (
    <li data-over={target.over || undefined} {...(current ? {} : target.handlers)}>
      {current ? (
        <span aria-current="page">{name}</span>
      ) : (
        <Link to="/projects/$projectId" params={{ projectId }} search={id === null ? {} : { folder: id }}>
          {name}
        </Link>
      )}
    </li>
  )
}
