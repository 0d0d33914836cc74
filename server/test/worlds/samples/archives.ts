import { newFile } from './files.ts'
import { newVisibleFolder } from './folders.ts'
import { type Sample, target } from './target.ts'
import { newVersion } from './versions.ts'

export const archiveSamples: Record<string, Sample> = {
  createArchive: async (world, projectId, owner) => {
    const files = [{ id: await newFile(world, projectId, owner) }]
    const folders = [{ id: await newVisibleFolder(world, projectId, owner) }]
    const version = { id: await newVersion(world, projectId, owner) }
    return target({ projectId }, { files, folders, version, variant: 'ORIGINAL' })
  },
}
