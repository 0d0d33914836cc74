import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** PATH is not a setting of Dailies and therefore not in `config.ts`. */
export function searchPath(): string {
  return process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin'
}

export function searchFolders(): string[] {
  return searchPath().split(delimiter)
}

/** The path of a program in the first of these folders that contains it. */
export function findProgram(name: string, folders: readonly string[] = searchFolders()): string | undefined {
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
