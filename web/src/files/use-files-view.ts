import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import {
  effectiveView,
  type FilesFilter,
  type FilesSearch,
  type FilesView,
  filterOf,
  namesView,
  rememberedView,
  rememberView,
  searchOf,
} from './files-view.ts'

/** The view of the files and a function to change it: stored in the URL, and remembered for the project. */
export function useFilesView(projectId: string) {
  const search = useSearch({ from: '/projects/$projectId/' })
  const navigate = useNavigate({ from: '/projects/$projectId/' })
  const [remembered, setRemembered] = useState(() => rememberedView(projectId))
  const view = effectiveView(search, remembered)
  // Write a remembered view into the URL, too, so that it can be shared.
  const unnamed = !namesView(search) && Object.keys(searchOf(view)).length > 0
  useEffect(() => {
    if (unnamed)
      void navigate({
        search: (old) => ({ ...old, ...searchOf(effectiveView({}, rememberedView(projectId))) }),
        replace: true,
      })
  }, [unnamed, navigate, projectId])
  return {
    view,
    filter: filterOf(search),
    setView(change: Partial<FilesView>) {
      const next = { ...view, ...change }
      rememberView(projectId, next)
      setRemembered(next)
      void navigate({ search: (old) => ({ ...withoutView(old), ...searchOf(next) }), replace: true })
    },
    setFilter(change: Partial<FilesFilter>) {
      const { status, kind, person } = { ...filterOf(search), ...change }
      const named = {
        ...(status.length > 0 && { status: status.join(',') }),
        ...(kind.length > 0 && { kind: kind.join(',') }),
        ...(person !== undefined && { person }),
      }
      void navigate({
        search: ({ status: _s, kind: _k, person: _p, ...old }) => ({ ...old, ...named }),
      })
    },
  }
}

function withoutView({ view: _v, sort: _s, direction: _d, group: _g, ...rest }: FilesSearch): FilesSearch {
  return rest
}
