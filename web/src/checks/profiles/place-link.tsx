// Links between the pages of check profiles, which exist in the settings of the workspace and in each project.
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Place } from './profile-queries.ts'

export function ProfileLink({
  place,
  id,
  className,
  children,
}: {
  place: Place
  /** Without it, the list. */
  id?: string
  className?: string | undefined
  children: ReactNode
}) {
  const search = id === undefined ? {} : { profile: id }
  if (place === null)
    return (
      <Link to="/settings/$section" params={{ section: 'checks' }} search={search} className={className}>
        {children}
      </Link>
    )
  return (
    <Link
      to="/projects/$projectId/checks"
      params={{ projectId: place }}
      search={search}
      className={className}
    >
      {children}
    </Link>
  )
}

export function useOpenProfile(place: Place): (id?: string) => Promise<void> {
  const navigate = useNavigate()
  return (id) => {
    const search = id === undefined ? {} : { profile: id }
    if (place === null) return navigate({ to: '/settings/$section', params: { section: 'checks' }, search })
    return navigate({ to: '/projects/$projectId/checks', params: { projectId: place }, search })
  }
}
