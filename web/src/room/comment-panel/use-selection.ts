// The selected comment, shown at its place: selected by a click, a key, a marker on the timeline or a link.
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useDiscussion } from '../../comments/discussion-context.ts'
import type { SelectComment } from '../../comments/thread-list.tsx'
import { showProblem } from '../../ui/toasts.tsx'
import { useRoom } from '../room.ts'

/** The selected comment in the URL of the page. */
export type CommentAddress = {
  linked: string | undefined
  set: (comment: string | undefined) => void
}

type SelectionOptions = {
  /** Undefined if the URL does not contain the selected comment. */
  address: CommentAddress | undefined
  onPick?: (() => void) | undefined
}

export function useSelection({ address, onPick }: SelectionOptions) {
  const room = useRoom()
  const discussion = useDiscussion()
  const [current, setCurrent] = useState<string | null>(null)
  const written = useRef<string>(undefined)
  const { linked, set } = address ?? {}

  const setAddress = useCallback(
    (comment: string | undefined) => {
      if (!set || written.current === comment) return
      written.current = comment
      set(comment)
    },
    [set],
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
    if (linked === undefined || linked === written.current) return
    written.current = linked
    void lead(linked)
  }, [linked, lead])

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
