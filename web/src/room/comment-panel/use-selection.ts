// The selected comment, shown at its place: selected by a click, a key, a marker on the timeline or a link.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useDiscussion } from '../../comments/discussion-context.ts'
import type { SelectComment } from '../../comments/thread-list.tsx'
import { showProblem } from '../../ui/toasts.tsx'
import { useRoom } from '../room.ts'

type SelectionOptions = {
  /** Whether the URL contains the selected comment. */
  inAddress: boolean
  onPick?: (() => void) | undefined
}

export function useSelection({ inAddress, onPick }: SelectionOptions) {
  const room = useRoom()
  const discussion = useDiscussion()
  const navigate = useNavigate()
  const { comment: linked } = useSearch({ strict: false })
  const [current, setCurrent] = useState<string | null>(null)
  const address = useRef<string>(undefined)

  const setAddress = useCallback(
    (comment: string | undefined) => {
      if (!inAddress || address.current === comment) return
      address.current = comment
      void navigate({
        to: '.',
        search: ({ comment: _, ...search }) => (comment === undefined ? search : { ...search, comment }),
        replace: true,
        resetScroll: false,
      })
    },
    [navigate, inAddress],
  )

  const select = useCallback<SelectComment>(
    (comment, thread = comment) => {
      setCurrent(comment.id)
      setAddress(comment.id)
      discussion.markRead(comment.id)
      // A reply is at the place of its thread, unless it has its own.
      const { anchor, duration, frame, annotation } =
        comment.anchor === null && !comment.annotation ? thread : comment
      void room.select({ ...comment, anchor, duration, frame, annotation })
    },
    [room, discussion, setAddress],
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
    if (!inAddress || linked === undefined || linked === address.current) return
    address.current = linked
    void lead(linked)
  }, [inAddress, linked, lead])

  const pick = useEffectEvent((id: string) => {
    onPick?.()
    void lead(id)
  })
  useEffect(() => room.setMarkerPicker((id) => pick(id)), [room])

  // Leaving the comment's place deselects it and removes it from the URL.
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

  return { select, current }
}
