// Images of files for clients that cannot play media, such as agents: what to draw, and what comes back.

type Point = readonly number[]

/** A shape of a drawing, as comments store it: see `records/annotation.ts`. */
export type DrawnShape = {
  kind: 'pen' | 'arrow' | 'box' | 'ellipse' | 'text'
  points: readonly Point[]
  colour: string
  width: number
  text?: string | null | undefined
}

/** A drawing, and the number at its first shape, by which a reader finds its comment. */
export type Drawing = { number: number; shapes: readonly DrawnShape[] }

/** As comments store it. */
export type ModelCamera = { position: readonly number[]; target: readonly number[]; fieldOfView: number }

export type ModelSide = 'overview' | 'front' | 'right' | 'back' | 'left' | 'top'

export type TileSource =
  /** A frame of a video, from its proxy. */
  | { kind: 'frame'; objectId: string; frame: number }
  /** An image that the media pipeline made. */
  | { kind: 'image'; objectId: string }
  /** Peaks of audio, with the times to mark and their labels. */
  | {
      kind: 'waveform'
      objectId: string
      durationMs: number
      marks: readonly { ms: number; label: string }[]
    }
  /** A 3D model, from the original. */
  | { kind: 'model'; objectId: string; mimeType: string; camera: ModelCamera | ModelSide }

/** `label` is drawn below the tile. */
export type Tile = { source: TileSource; label: string | null; drawings: readonly Drawing[] }

/** One image: tiles in rows, from left to right. A single tile is the whole image. */
export type ImagePlan = { columns: number; tiles: readonly Tile[] }

export type ViewWork = {
  plans: readonly ImagePlan[]
  /** Pages of a PDF, numbered from 1, whose text is read. */
  text: { objectId: string; pages: readonly number[] } | null
}

export type DrawnView = {
  /** JPEG. */
  images: readonly { data: Uint8Array; width: number; height: number }[]
  /** The text of each page, in the order of the work. */
  texts: readonly string[]
}

export const viewLimits = {
  images: 8,
  longestEdge: 1568,
  /** Of all images together, in base64. */
  characters: 700_000,
  seconds: 30,
}

export type Views = {
  /** Draws on behalf of a person. Throws an ApiError when it takes too long or the files cannot be read. */
  draw(work: ViewWork, userId: string, signal: AbortSignal): Promise<DrawnView>
}
