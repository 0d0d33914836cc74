// Files that were dropped onto a page or chosen, with their folders.

/** A file and the names of the folders above it, from the top. */
export type Dropped = { file: File; path: readonly string[] }

/** Must be called during the drop event: afterwards its items are empty. */
export function takeEntries(transfer: DataTransfer): FileSystemEntry[] {
  return [...transfer.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null)
}

export async function readEntries(
  entries: readonly FileSystemEntry[],
  path: readonly string[] = [],
): Promise<Dropped[]> {
  const found: Dropped[] = []
  for (const entry of entries) {
    if (entry.isFile) {
      const file = await new Promise<File>((resolve, reject) =>
        (entry as FileSystemFileEntry).file(resolve, reject),
      )
      if (isWanted(file.name)) found.push({ file, path })
    } else if (entry.isDirectory) {
      const inside = await listDirectory(entry as FileSystemDirectoryEntry)
      found.push(...(await readEntries(inside, [...path, entry.name])))
    }
  }
  return found
}

/** A reader returns a batch at a time, until it returns an empty one. */
async function listDirectory(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return all
    all.push(...some)
  }
}

/** The files of an input; an input for folders includes their paths. */
export function chosenFiles(files: FileList): Dropped[] {
  return [...files]
    .filter(({ name }) => isWanted(name))
    .map((file) => ({ file, path: file.webkitRelativePath.split('/').slice(0, -1) }))
}

/** System files in folders are useless to other people. */
export function isWanted(name: string): boolean {
  return !/^(\.DS_Store|Thumbs\.db|desktop\.ini|\._.*)$/i.test(name)
}
