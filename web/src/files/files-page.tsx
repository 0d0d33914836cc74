// The files of a project: folders, and the newest revision of each file.
import { useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useTitle } from '../data/page-title.ts'
import { usePermissions } from '../data/permissions.ts'
import { foldersQuery, membersQuery, projectQuery } from '../data/queries.ts'
import { createStore } from '../data/store.ts'
import { ProblemPage } from '../ui/problem-page.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { readEntries, takeEntries } from '../uploads/dropped-files.ts'
import { UnfinishedUploads } from '../uploads/lazy-unfinished.tsx'
import { useStartUploads } from '../uploads/start-uploads.ts'
import { fileListQuery } from './file-list.ts'
import type { FileQuery } from './file-pages.ts'
import { FileRows } from './file-rows.tsx'
import { FilesContext, type FilesDialog, type ShownList, useFiles } from './files-context.ts'
import { FilesToolbar } from './files-toolbar.tsx'
import { pathTo } from './folder-path.ts'
import { FolderTiles } from './folder-tiles.tsx'
import { NoFiles, NoFolder } from './no-files.tsx'
import { PageDrop } from './page-drop.tsx'
import { nothingSelected, type Selection } from './selection.ts'
import { useFilesView } from './use-files-view.ts'

const FileDialogs = lazy(() =>
  import('./file-dialogs.tsx').then(({ FileDialogs }) => ({ default: FileDialogs })),
)

export function FilesPage() {
  const { projectId } = useParams({ from: '/projects/$projectId/' })
  const { folder = null } = useSearch({ from: '/projects/$projectId/' })
  // A selection or an open dialog belongs to one folder.
  return <FolderPage key={`${projectId}/${folder}`} projectId={projectId} folderId={folder} />
}

function FolderPage({ projectId, folderId }: { projectId: string; folderId: string | null }) {
  const { q: keyword } = useSearch({ from: '/projects/$projectId/' })
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const { data: folders } = useSuspenseQuery(foldersQuery(projectId))
  const folder = folders.find(({ id }) => id === folderId)
  useTitle(...(folder ? [folder.name, project.name] : [project.name]))
  const permissions = usePermissions(projectId)
  const views = useFilesView(projectId)
  const { replace } = useStartUploads(projectId)
  const [dialog, setDialog] = useState<FilesDialog>()
  const [selection] = useState(() => createStore<Selection>(nothingSelected))
  const shown = useRef<ShownList>({ files: [], readAll: async () => [] })
  if (folderId !== null && !folder) return <NoFolder projectId={projectId} />
  return (
    <FilesContext
      value={{
        ...{ projectId, folderId, keyword, permissions, folders, selection, shown },
        ...views,
        openDialog: setDialog,
        replace,
      }}
    >
      <FilesToolbar />
      {permissions.contribute && <UnfinishedUploads projectId={projectId} />}
      {keyword === undefined && <FolderTiles />}
      <Files />
      {permissions.contribute && <UploadByDrop />}
      <Suspense>{dialog && <FileDialogs dialog={dialog} onClose={() => setDialog(undefined)} />}</Suspense>
    </FilesContext>
  )
}

const number = new Intl.NumberFormat('en')

function Files() {
  const { keyword, shown, view } = useFiles()
  const list = useFileList()
  const files = useMemo(() => list.data?.pages.flatMap(({ data }) => data) ?? [], [list.data])
  useEffect(() => {
    shown.current = {
      files,
      async readAll(onProgress) {
        let read = list
        while (read.hasNextPage && !read.isFetchNextPageError) {
          read = await read.fetchNextPage({ cancelRefetch: false })
          onProgress(read.data?.pages.reduce((sum, { data }) => sum + data.length, 0) ?? 0)
        }
        return read.data?.pages.flatMap(({ data }) => data) ?? []
      },
    }
  })
  if (list.isPending) return <Spinner label="Loading files" />
  if (list.isError && !list.data) return <ProblemPage error={list.error} retry={() => void list.refetch()} />
  if (files.length === 0 && !list.hasNextPage) return <NoFiles />
  return (
    <>
      {keyword !== undefined && (
        <p className="quiet small" role="status">
          {list.hasNextPage ? `More than ${number.format(files.length)}` : number.format(files.length)} found
          for “{keyword}”
        </p>
      )}
      <h2 className="unseen">Files</h2>
      <FileRows
        // A list measures itself: cards and the table are two separate instances.
        key={view.view}
        files={files}
        stale={list.isPlaceholderData}
        hasMore={list.hasNextPage}
        loadMore={list.isFetching ? undefined : list.fetchNextPage}
      />
      <p className="unseen" role="status">
        {list.isFetchingNextPage && 'Loading more files'}
      </p>
    </>
  )
}

function useFileList() {
  const { projectId, folderId, keyword, view, filter } = useFiles()
  const { sort, direction, group } = view
  const { data: people = [] } = useQuery({
    ...membersQuery(projectId),
    enabled: group === 'person',
    select: (members) =>
      members
        .map(({ user }) => user)
        .toSorted((a, b) => a.name.localeCompare(b.name))
        .map(({ id }) => id),
  })
  const query: FileQuery = {
    ...{ folderId, keyword, sort, direction, group, ...filter },
    people: group === 'person' ? people : [],
  }
  return useInfiniteQuery(fileListQuery(projectId, query))
}

function UploadByDrop() {
  const { projectId, folderId, folders } = useFiles()
  const { upload } = useStartUploads(projectId)
  const onDrop = (transfer: DataTransfer) =>
    void readEntries(takeEntries(transfer)).then((dropped) => upload(dropped, folderId))
  return <PageDrop to={pathTo(folders, folderId).at(-1)?.name ?? 'the project'} onDrop={onDrop} />
}
