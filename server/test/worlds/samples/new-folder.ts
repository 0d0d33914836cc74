// Apart from the samples of folders: those need files, and the samples of files need folders.
import { newPrefixedId } from '../../../src/core/ids.ts'
import type { Person, World } from '../world.ts'
import { uniqueName } from './target.ts'

export async function newFolder(world: World, projectId: string, owner: Person): Promise<string> {
  const id = newPrefixedId('DX')
  await world.database.sql`
    insert into folders (id, project_id, name, created_by) values (${id}, ${projectId}, ${uniqueName()}, ${owner.userId})`
  return id
}
