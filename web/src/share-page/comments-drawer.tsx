import type { FileDetails } from '@dailies/sdk'
import { useEffect } from 'react'
import { announce } from '../data/live-updates.ts'
import { CommentPanel } from '../room/comment-panel/comment-panel.tsx'
import { IconButton } from '../ui/button.tsx'
import { CloseIcon } from '../ui/icons.tsx'

/** Guests have no event stream: others' comments are looked for this often, in ms, while the page is visible. */
const lookMs = 20_000

type CommentsDrawerProps = {
  file: FileDetails
  /** Called when the comments listen to keys; the result, when they no longer do. */
  onShown: () => () => void
  onClose: () => void
}

export function CommentsDrawer({ file, onShown, onClose }: CommentsDrawerProps) {
  useEffect(() => onShown(), [onShown])
  useEffect(() => {
    const look = () => {
      if (!document.hidden && navigator.onLine) announce({ item: 'every-comment' })
    }
    const timer = setInterval(look, lookMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return (
    <CommentPanel
      file={file}
      tools={
        <IconButton label="Close comments" onClick={onClose}>
          <CloseIcon />
        </IconButton>
      }
    />
  )
}
