// The files of a share in groups, as they follow each other: those of a version, of a folder, or chosen one by one.
import type { OpenShare, ShareFile } from '@dailies/sdk'

export type ShareVersion = OpenShare['versions'][number]

export type Section = {
  key: string
  /** null for files that were chosen one by one. */
  title: string | null
  version: ShareVersion | null
  files: ShareFile[]
}

type Shown = Pick<OpenShare, 'files' | 'folders' | 'versions'>

export function sectionsOf({ files, folders, versions }: Shown): Section[] {
  const sections: Section[] = []
  for (const file of files) {
    const version = versions.find(({ id }) => id === file.version?.id) ?? null
    const key = file.own ? 'own' : (version?.id ?? file.folder?.id ?? 'files')
    const last = sections.at(-1)
    if (last?.key === key) last.files.push(file)
    else {
      const title = file.own ? 'Your uploads' : (version?.name ?? pathOf(folders, file.folder?.id))
      sections.push({ key, title, version, files: [file] })
    }
  }
  return sections
}

/** The folders from the outermost one that is shared, as in `Shots / Day 1`. */
function pathOf(folders: OpenShare['folders'], folderId: string | undefined): string | null {
  const folder = folders.find(({ id }) => id === folderId)
  if (!folder) return null
  const above = pathOf(folders, folder.parent?.id)
  return above === null ? folder.name : `${above} / ${folder.name}`
}
