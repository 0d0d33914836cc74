// Two videos that show the same frames while they play: both are decoded frame by frame, and painted together. Where that
// is not possible, they play as `openPair` plays them.
import type { Driver } from '../frames/frame-player.ts'
import { withFrames } from '../frames/with-frames.ts'
import type { MediaController, OpenMedia } from '../player/media-controller.ts'
import { type Follower, openPair, partnerOf } from './pair.ts'

export function openExactPair(open: OpenMedia, follower: Follower): OpenMedia {
  return (leader, clock, onShown, onEnded) => {
    const partner = partnerOf(clock, follower.clock)
    const controllers = new Map<HTMLMediaElement, MediaController>()
    const openOne: OpenMedia = (element, ...rest) => {
      const controller = open(element, ...rest)
      controllers.set(element, controller)
      return controller
    }
    const driver = (element: HTMLMediaElement, indexOf: (index: number) => number): Driver => ({
      element,
      play: () => controllers.get(element)!.play(),
      jump: (index) => controllers.get(element)!.jump(indexOf(index)),
    })
    const drivers = [driver(leader, (index) => index), driver(follower.element, partner)]
    return withFrames(openPair(openOne, follower), {
      others: [{ ...follower, indexOf: partner }],
      driver: () => drivers.find(({ element }) => isAudible(element)),
    })(leader, clock, onShown, onEnded)
  }
}

function isAudible({ muted, volume, dataset }: HTMLMediaElement): boolean {
  return !muted && volume > 0 && dataset.silent === undefined
}
