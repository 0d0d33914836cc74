// Reloads changed comments: each one once, however often it changed, and not while the person's own change is being
// sent.
import { type Comment, DailiesError } from '@dailies/sdk'
import { client } from '../data/client.ts'

type Put = (id: string, comment: Comment | null) => void

export function createCommentReader(
  put: Put,
  find: (id: string) => Comment | undefined,
  restore: (comment: Comment) => void,
) {
  const stale = new Set<string>()
  const changing = new Map<string, number>()
  let readers = 0

  async function read(): Promise<void> {
    readers++
    for (;;) {
      const id = [...stale].find((one) => !changing.has(one))
      if (id === undefined) break
      stale.delete(id)
      try {
        const comment = await client.comments.get(id)
        if (changing.has(id)) stale.add(id)
        else put(id, comment)
      } catch (error) {
        if (error instanceof DailiesError && error.status === 404) put(id, null)
      }
    }
    readers--
  }

  function refresh(id: string): void {
    stale.add(id)
    if (readers < 2) void read()
  }

  async function change(
    comment: Comment,
    change: Partial<Comment> | null,
    request: () => Promise<void>,
  ): Promise<void> {
    const before = find(comment.id) ?? comment
    put(comment.id, change && { ...before, ...change })
    changing.set(comment.id, (changing.get(comment.id) ?? 0) + 1)
    try {
      await request()
    } catch (error) {
      restore(before)
      throw error
    } finally {
      const left = changing.get(comment.id)! - 1
      if (left > 0) changing.set(comment.id, left)
      else changing.delete(comment.id)
      if (left === 0 && stale.has(comment.id)) refresh(comment.id)
    }
  }

  return { refresh, change }
}
