import type { Comment } from '@dailies/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParticipant } from '../data/participant.ts'
import { accountQuery } from '../data/queries.ts'
import { trashTime } from '../trash/trash-days.ts'
import { showDeleted, useRestore } from '../trash/use-restore.ts'
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
  const { viaShare, contribute } = useParticipant()
  const record = {
    kind: 'COMMENT' as const,
    id: comment.id,
    name: comment.parent ? 'Reply' : 'Comment',
    projectId: discussion.target.projectId,
  }
  const restore = useRestore(record, () => discussion.restore(comment))
  if (viaShare && !rights.edit && !rights.remove) return null
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(linkTo(discussion.target, comment.id))
    showDone('Link copied')
  }
  async function remove(): Promise<void> {
    await discussion.remove(comment)
    // An unsent comment was discarded.
    if (!isUnsent(comment)) showDeleted(record, restore.mutate)
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
          description={<WhatHappens comment={comment} contribute={contribute} />}
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

/** Only those who contribute see the trash; others, and guests of shares, can undo a deletion right after it. */
function WhatHappens({ comment, contribute }: { comment: Comment; contribute: boolean }) {
  const { data: me } = useQuery({ ...accountQuery, enabled: contribute })
  if (isUnsent(comment)) return 'It was not sent yet.'
  const what =
    comment.replyCount > 0
      ? 'Its text, drawing and attachments move to the trash. The replies stay.'
      : 'It moves to the trash.'
  return `${what} ${me ? `You can restore it for ${trashTime(me)}.` : 'You can undo this right after.'}`
}

/** The URL of a comment. */
export function linkTo({ projectId, fileId }: Target, commentId: string): string {
  const page = fileId === undefined ? `/projects/${projectId}/comments` : `/files/${fileId}`
  return `${location.origin}${page}?comment=${encodeURIComponent(commentId)}`
}
