// The files of a project: folders, and the newest revision of each file.
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { usePermissions } from '../../app/permissions.ts'
import { ProblemPage } from '../../app/problem.tsx'
import { foldersQuery, projectQuery } from '../../app/queries.ts'
import { createStore } from '../../app/store.ts'
import { useTitle } from '../../app/title.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { readEntries, takeEntries } from '../../uploads/dropped-files.ts'
import { useStartUploads } from '../../uploads/start-uploads.ts'
import { UnfinishedUploads } from '../../uploads/unfinished-uploads.tsx'
import { FileGrid } from './file-grid.tsx'
import { fileListQuery } from './file-list.ts'
import { type Asked, FilesContext, nothingSelected, type Selection, useFiles } from './files-context.ts'
import { FilesToolbar } from './files-toolbar.tsx'
import { pathTo } from './folder-path.ts'
import { FolderTiles } from './folder-tiles.tsx'
import { NoFiles, NoFolder } from './no-files.tsx'
import { PageDrop } from './page-drop.tsx'
import { SelectionBar } from './selection-bar.tsx'

const FileDialogs = lazy(() =>
  import('./file-dialogs.tsx').then(({ FileDialogs }) => ({ default: FileDialogs })),
)

export function FilesPage() {
  const { projectId } = useParams({ from: '/projects/$projectId/' })
  const { folder = null, q } = useSearch({ from: '/projects/$projectId/' })
  // What is selected or asked about is so in one folder.
  return <FolderPage key={`${projectId}/${folder}`} projectId={projectId} folderId={folder} keyword={q} />
}

function FolderPage({
  projectId,
  folderId,
  keyword,
}: {
  projectId: string
  folderId: string | null
  keyword: string | undefined
}) {
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const { data: folders } = useSuspenseQuery(foldersQuery(projectId))
  const folder = folders.find(({ id }) => id === folderId)
  useTitle(...(folder ? [folder.name, project.name] : [project.name]))
  const permissions = usePermissions(projectId)
  const [asked, setAsked] = useState<Asked>()
  const [selection] = useState(() => createStore<Selection>(nothingSelected))
  if (folderId !== null && !folder) return <NoFolder projectId={projectId} />
  return (
    <FilesContext value={{ projectId, folderId, permissions, folders, selection, ask: setAsked }}>
      <FilesToolbar />
      {permissions.contribute && <UnfinishedUploads projectId={projectId} />}
      {keyword === undefined && <FolderTiles />}
      {permissions.contribute && <SelectionBar />}
      <Files keyword={keyword} />
      {permissions.contribute && <UploadByDrop />}
      <Suspense>{asked && <FileDialogs asked={asked} onClose={() => setAsked(undefined)} />}</Suspense>
    </FilesContext>
  )
}

function Files({ keyword }: { keyword: string | undefined }) {
  const { projectId, folderId } = useFiles()
  const list = useInfiniteQuery(fileListQuery(projectId, keyword === undefined ? { folderId } : { keyword }))
  if (list.isPending) return <Spinner label="Loading files" />
  if (list.isError && !list.data) return <ProblemPage error={list.error} again={() => void list.refetch()} />
  const files = list.data.pages.flatMap(({ data }) => data)
  if (files.length === 0) return <NoFiles keyword={keyword} />
  return (
    <>
      {keyword !== undefined && (
        <p className="quiet small" role="status">
          {list.hasNextPage ? `More than ${files.length}` : files.length} found for “{keyword}”
        </p>
      )}
      <h2 className="unseen">Files</h2>
      <FileGrid
        files={files}
        hasMore={list.hasNextPage}
        loadMore={list.isFetching ? undefined : list.fetchNextPage}
      />
      <p className="unseen" role="status">
        {list.isFetchingNextPage && 'Loading more files'}
      </p>
    </>
  )
}

function UploadByDrop() {
  const { projectId, folderId, folders } = useFiles()
  const { upload } = useStartUploads(projectId)
  const onDrop = (transfer: DataTransfer) =>
    void readEntries(takeEntries(transfer)).then((dropped) => upload(dropped, folderId))
  return <PageDrop to={pathTo(folders, folderId).at(-1)?.name ?? 'the project'} onDrop={onDrop} />
}
