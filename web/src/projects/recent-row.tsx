import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { projectQuery } from '../data/queries.ts'
import { VideoIcon } from '../ui/object-icons.tsx'
import type { ListedProject } from './project-actions.ts'
import styles from './projects-page.module.css'
import { recentProjects } from './recent-projects.ts'

const most = 4

/** The projects that this browser opened last. Those that the list has not loaded yet are loaded one by one. */
export function RecentProjects({ projects }: { projects: readonly ListedProject[] }) {
  const [ids] = useState(() => recentProjects().slice(0, most))
  const listed = new Map(projects.map((project) => [project.id, project]))
  const read = useQueries({
    queries: ids.filter((id) => !listed.has(id)).map((id) => ({ ...projectQuery(id), retry: false })),
  })
  for (const { data } of read) if (data) listed.set(data.id, data)
  const shown = ids.map((id) => listed.get(id)).filter((project) => project && project.archivedAt === null)
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="recent" className={styles.recent}>
      <h2 id="recent">Recent</h2>
      <ul>
        {shown.map((project) => (
          <li key={project!.id} className={styles.recentItem}>
            <span className={styles.recentCover}>
              {project!.thumbnail ? <img src={project!.thumbnail} alt="" decoding="async" /> : <VideoIcon />}
            </span>
            <Link
              to="/projects/$projectId"
              params={{ projectId: project!.id }}
              className={`whole ${styles.recentName}`}
            >
              {project!.name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
