import type { Comment } from '@dailies/sdk'
import { useState } from 'react'
import { useParticipant } from '../data/participant.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogButtons } from '../ui/dialog.tsx'
import { MoreIcon } from '../ui/icons.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { showDone } from '../ui/toasts.tsx'
import { type Rights, useAct, useDiscussion } from './discussion-context.ts'
import { isUnsent } from './outbox.ts'
import type { Target } from './target.ts'

type CommentMenuProps = { comment: Comment; rights: Rights; onEdit: () => void }

export function CommentMenu({ comment, rights, onEdit }: CommentMenuProps) {
  const discussion = useDiscussion()
  const act = useAct()
  const [isConfirming, setConfirming] = useState(false)
  const what = comment.parent ? 'reply' : 'comment'
  const { viaShare } = useParticipant()
  if (viaShare && !rights.edit && !rights.remove) return null
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(linkTo(discussion.target, comment.id))
    showDone('Link copied')
  }
  async function remove(): Promise<void> {
    await discussion.remove(comment)
    const key = `comment ${comment.id}`
    const name = comment.parent ? 'Reply' : 'Comment'
    // An unsent comment was discarded.
    if (isUnsent(comment)) return
    showDone(`${name} deleted`, { key, undo: () => act(restore) })
    async function restore(): Promise<void> {
      await discussion.restore(comment)
      showDone(`${name} restored`, { key })
    }
  }
  return (
    <>
      <Menu label={`More about this ${what}`} trigger={<MoreIcon />}>
        {!viaShare && <MenuItem onClick={() => act(copy)}>Copy link</MenuItem>}
        {rights.edit && <MenuItem onClick={onEdit}>Edit</MenuItem>}
        {rights.remove && (
          <MenuItem danger onClick={() => setConfirming(true)}>
            Delete
          </MenuItem>
        )}
      </Menu>
      {isConfirming && (
        <Dialog
          open
          onClose={() => setConfirming(false)}
          title={`Delete this ${what}?`}
          description={
            comment.replyCount > 0
              ? 'Its text, drawing and attachments go to the trash. The replies stay.'
              : 'It goes to the trash.'
          }
        >
          <DialogButtons>
            <Button onClick={() => setConfirming(false)}>Cancel</Button>
            <Button
              look="danger"
              onClick={() => {
                setConfirming(false)
                act(remove)
              }}
            >
              Delete
            </Button>
          </DialogButtons>
        </Dialog>
      )}
    </>
  )
}

/** The URL of a comment. */
export function linkTo({ projectId, fileId }: Target, commentId: string): string {
  const page = fileId === undefined ? `/projects/${projectId}/comments` : `/files/${fileId}`
  return `${location.origin}${page}?comment=${encodeURIComponent(commentId)}`
}
