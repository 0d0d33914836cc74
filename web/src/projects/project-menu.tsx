import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { accountQuery, membersQuery } from '../data/queries.ts'
import { LevelGroup } from '../notifications/level-group.tsx'
import { MoreIcon } from '../ui/icons.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { MenuLink } from '../ui/menu-link.tsx'
import { type ListedProject, useProjectAction } from './project-actions.ts'

const ProjectForm = lazy(() =>
  import('./project-form.tsx').then(({ ProjectForm }) => ({ default: ProjectForm })),
)

/** `here`: on the project's own pages, which need no link to it. */
export function ProjectMenu({ project, here = false }: { project: ListedProject; here?: boolean }) {
  const [editing, setEditing] = useState(false)
  return (
    <>
      <Menu label={`Options for ${project.name}`} trigger={<MoreIcon />}>
        {!here && (
          <>
            <MenuLink to={`/projects/${project.id}`}>Open</MenuLink>
            <MenuLink to={`/projects/${project.id}/people`}>People</MenuLink>
          </>
        )}
        <Items project={project} separated={!here} onEdit={() => setEditing(true)} />
        <LevelGroup project={project} />
      </Menu>
      <Suspense>{editing && <ProjectForm project={project} onClose={() => setEditing(false)} />}</Suspense>
    </>
  )
}

/** The caller's role is loaded when the menu opens: it is part of the members of the project. */
function Items({
  project,
  separated,
  onEdit,
}: {
  project: ListedProject
  separated: boolean
  onEdit: () => void
}) {
  const { data: me } = useSuspenseQuery(accountQuery)
  const { data: members } = useQuery(membersQuery(project.id))
  const act = useProjectAction()
  const role = members?.find(({ user }) => user.id === me.id)?.role
  const trash = <MenuLink to={`/projects/${project.id}/trash`}>Trash</MenuLink>
  if (role === 'PROJECT_MEMBER')
    return (
      <>
        {separated && <MenuSeparator />}
        {trash}
        <MenuSeparator />
      </>
    )
  if (role !== 'PROJECT_OWNER' && role !== 'PROJECT_MANAGER') return separated ? <MenuSeparator /> : null
  const archived = project.archivedAt !== null
  return (
    <>
      {separated && <MenuSeparator />}
      <MenuItem onClick={onEdit}>Edit…</MenuItem>
      <MenuLink to={`/projects/${project.id}/checks`}>Checks</MenuLink>
      <MenuLink to={`/projects/${project.id}/skill-reviewers`}>Skill reviewers</MenuLink>
      {trash}
      <MenuItem onClick={() => act(project, archived ? 'unarchive' : 'archive')}>
        {archived ? 'Unarchive' : 'Archive'}
      </MenuItem>
      {role === 'PROJECT_OWNER' && project.destroyedAt === null && (
        <MenuItem danger onClick={() => act(project, 'delete')}>
          Delete in 7 days
        </MenuItem>
      )}
      {role === 'PROJECT_OWNER' && project.destroyedAt !== null && (
        <MenuItem onClick={() => act(project, 'keep')}>Cancel deletion</MenuItem>
      )}
      <MenuSeparator />
    </>
  )
}
