// The shapes that people draw on files of the demo, and the frames of the video that they draw on.
import { frameToMs } from '../../core/frames.ts'

/**
 * The frame rate of the demo video. Defined here so that the server knows it without loading the renderer of the
 * video.
 */
export const frameRate = { num: 24, den: 1 }

type Point = [number, number]

const colours = { amber: '#f0b45c', red: '#ff5a4f', white: '#ffffff' }

export function box(from: Point, to: Point) {
  return { kind: 'box' as const, points: [from, to], colour: colours.red, width: 0.006 }
}

export function arrow(tail: Point, tip: Point) {
  return { kind: 'arrow' as const, points: [tail, tip], colour: colours.amber, width: 0.007 }
}

export function note(at: Point, text: string) {
  return { kind: 'text' as const, points: [at], colour: colours.white, width: 0.045, text }
}

/** A hand-drawn loop, slightly unsteady and a little longer than one turn. */
export function loop([x, y]: Point, across: number, up: number) {
  const points = Array.from({ length: 46 }, (_, i): Point => {
    const turn = (i / 40) * 2 * Math.PI - 1
    const wobble = 1 + 0.05 * Math.sin(turn * 3) + i * 0.001
    return [x + Math.cos(turn) * across * wobble, y + Math.sin(turn) * up * wobble]
  })
  return { kind: 'pen' as const, points, colour: colours.amber, width: 0.006 }
}

/** The anchor of a comment: a frame of the video, or a range of this many frames. */
export function atFrame(frame: number, frames?: number) {
  const anchor = frameToMs(frame, frameRate)
  return { frame, anchor, ...(frames ? { duration: frameToMs(frame + frames, frameRate) - anchor } : {}) }
}

/** The camera in front of the clapper, a little to the right. */
export const clapperCamera = {
  position: [1.5, 1.25, 3.9] as [number, number, number],
  target: [0.6, 0.72, 0] as [number, number, number],
  fieldOfView: 30,
}
