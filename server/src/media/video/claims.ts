// Claims of a file about itself that only checks need: fields, lines, and how long its tracks are.

export type Claims = {
  /** null: the file does not say. */
  fields: 'PROGRESSIVE' | 'TOP_FIRST' | 'BOTTOM_FIRST' | null
  /** Of the decoded image, upright. */
  height: number
  isRotated: boolean
  /** Seconds that the header gives the tracks; null if it says nothing. */
  videoSeconds: number | null
  audioSeconds: number | null
}

export type ClaimingStream = {
  index: number
  field_order?: string
  width?: number
  height?: number
  duration?: string
  side_data_list?: { rotation?: number }[]
}

export type ClaimingFormat = { duration?: string; format_name?: string }

/** The numbers are those of the streams that are played. */
export function claimsOf(
  format: ClaimingFormat,
  streams: readonly ClaimingStream[],
  { video, audio }: { video: number | undefined; audio: number | undefined },
): Claims {
  const of = (index: number | undefined) => streams.find((stream) => stream.index === index)
  const seen = of(video)
  const turns = seen?.side_data_list?.find(({ rotation }) => rotation !== undefined)?.rotation ?? 0
  const isRotated = Math.round(turns / 90) % 2 !== 0
  // Matroska has one duration for all tracks. Other containers without durations of tracks only estimate that of the file.
  const whole = /matroska/.test(format.format_name ?? '') ? seconds(format.duration) : null
  return {
    fields: fieldsNamed(seen?.field_order),
    height: (isRotated ? seen?.width : seen?.height) ?? 0,
    isRotated,
    videoSeconds: seconds(seen?.duration) ?? (seen ? whole : null),
    audioSeconds: seconds(of(audio)?.duration) ?? (seen ? null : whole),
  }
}

/** ffprobe names the order in which fields are stored and the order in which they are shown: the second letter counts. */
function fieldsNamed(order: string | undefined): Claims['fields'] {
  if (order === 'progressive') return 'PROGRESSIVE'
  if (order === 'tt' || order === 'bt') return 'TOP_FIRST'
  return order === 'bb' || order === 'tb' ? 'BOTTOM_FIRST' : null
}

function seconds(text: string | undefined): number | null {
  const value = Number(text)
  return Number.isFinite(value) && value > 0 ? value : null
}
