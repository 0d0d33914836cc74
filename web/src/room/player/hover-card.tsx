// The card above the timeline for the mark under the mouse. One card serves all marks of a lane.
import { PreviewCard } from '@base-ui/react/preview-card'
import { type ReactElement, type ReactNode, useState } from 'react'
import styles from './hover-card.module.css'

export type HoverCardHandle<Shown> = PreviewCard.Handle<Shown>

export function useHoverCard<Shown>(): HoverCardHandle<Shown> {
  const [handle] = useState(() => PreviewCard.createHandle<Shown>())
  return handle
}

type TriggerProps<Shown> = { card: HoverCardHandle<Shown>; shown: Shown; children: ReactElement }

/** `children`: the button that shows the card. */
export function HoverCardTrigger<Shown>({ card, shown, children }: TriggerProps<Shown>) {
  return <PreviewCard.Trigger handle={card} payload={shown} delay={150} closeDelay={100} render={children} />
}

type CardProps<Shown> = {
  card: HoverCardHandle<Shown>
  label: string
  /** The distance to the mark, in pixels. */
  distance: number
  children: (shown: Shown) => ReactNode
}

export function HoverCard<Shown>({ card, label, distance, children }: CardProps<Shown>) {
  return (
    <PreviewCard.Root handle={card}>
      {({ payload }) => (
        <PreviewCard.Portal>
          <PreviewCard.Positioner
            className={styles.positioner}
            side="top"
            sideOffset={distance}
            collisionPadding={8}
          >
            <PreviewCard.Popup className={styles.card} aria-label={label}>
              {payload !== undefined && children(payload)}
            </PreviewCard.Popup>
          </PreviewCard.Positioner>
        </PreviewCard.Portal>
      )}
    </PreviewCard.Root>
  )
}
