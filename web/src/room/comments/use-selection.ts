// Which comment is shown at its place: by a click, a key, a marker on the timeline, or a link.
import type { Comment } from '@dailies/sdk'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { showProblem } from '../../ui/toasts.tsx'
import { useRoom } from '../room.ts'
import { useDiscussion } from './discussion-context.ts'

export type Select = (comment: Comment, thread?: Comment) => void

export function useSelection() {
  const room = useRoom()
  const discussion = useDiscussion()
  const navigate = useNavigate()
  const { comment: linked } = useSearch({ strict: false })
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [current, setCurrent] = useState<string | null>(null)
  const address = useRef<string>(undefined)

  const setAddress = useCallback(
    (comment: string | undefined) => {
      if (address.current === comment) return
      address.current = comment
      void navigate({
        to: '.',
        search: ({ comment: _, ...search }) => (comment === undefined ? search : { ...search, comment }),
        replace: true,
        resetScroll: false,
      })
    },
    [navigate],
  )

  const select = useCallback<Select>(
    (comment, thread = comment) => {
      setCurrent(comment.id)
      setAddress(comment.id)
      if (thread !== comment) setOpened((open) => new Set(open).add(thread.id))
      // A reply is where its thread is, unless it points to something itself.
      const { anchor, duration, frame, annotation } =
        comment.anchor === null && !comment.annotation ? thread : comment
      void room.select({ ...comment, anchor, duration, frame, annotation })
    },
    [room, setAddress],
  )

  const lead = useCallback(
    async (id: string) => {
      try {
        const comment = await discussion.lead(id)
        select(comment, comment.parent ? discussion.find(comment.parent.id) : comment)
      } catch (error) {
        showProblem(error)
      }
    },
    [discussion, select],
  )

  useEffect(() => {
    if (linked === undefined || linked === address.current) return
    address.current = linked
    void lead(linked)
  }, [linked, lead])

  useEffect(() => room.setMarkerPicker((id) => void lead(id)), [room, lead])

  // Elsewhere in the file nothing is selected any more, and the address says so.
  useEffect(() => {
    let before = room.store.get().selected
    return room.store.subscribe(() => {
      const { selected } = room.store.get()
      if (selected === before) return
      before = selected
      if (selected !== null) return
      setCurrent(null)
      setAddress(undefined)
    })
  }, [room, setAddress])

  return { select, opened, setOpened, current }
}
