// Findings in the facts that the probe has read: size, rate, codec, duration, tracks and tags.
import { aboutFile, type Judges } from './finding.ts'

export const factJudges: Judges = {
  droppedFrames: ({ level }, { video, gaps }) =>
    video
      ? gaps.map(({ frame, missing }) => ({
          ...aboutFile('droppedFrames', level, missing, 0),
          place: { first: frame, last: frame },
        }))
      : 'NOT_APPLICABLE',
  interlacing: ({ level }, { info }) => {
    const interlaced = info.technical?.video?.interlaced
    if (info.kind !== 'VIDEO') return 'NOT_APPLICABLE'
    if (interlaced == null) return 'NOT_MEASURED'
    return interlaced ? [aboutFile('interlacing', level, 'interlaced', 'progressive')] : []
  },
  missingAudio: ({ level }, { info }) =>
    info.hasAudio === null
      ? 'NOT_APPLICABLE'
      : info.hasAudio
        ? []
        : [aboutFile('missingAudio', level, 'none', 'audio')],
  lateAudio: ({ level, seconds }, { audioOffset }) => {
    if (!audioOffset) return 'NOT_APPLICABLE'
    const worst = Math.max(audioOffset.start, -audioOffset.end)
    return worst > seconds ? [aboutFile('lateAudio', level, Math.round(worst * 1000) / 1000, seconds)] : []
  },
  channels: ({ level, layouts }, { info }) => {
    const tracks = info.technical?.audio
    if (!tracks?.length) return 'NOT_APPLICABLE'
    return tracks.flatMap(({ layout, channels }) => {
      const shown = layout ?? String(channels)
      return layouts.includes(shown) ? [] : [aboutFile('channels', level, shown, layouts.join(', '))]
    })
  },
  size: ({ level, sizes }, { info: { width, height } }) => {
    if (width === null || height === null) return 'NOT_APPLICABLE'
    const shown = `${width}x${height}`
    return sizes.includes(shown) ? [] : [aboutFile('size', level, shown, sizes.join(', '))]
  },
  frameRate: ({ level, rates }, { info }) => {
    if (info.kind !== 'VIDEO') return 'NOT_APPLICABLE'
    const shown = info.variableRate
      ? 'variable'
      : info.frameRate && `${info.frameRate.num}/${info.frameRate.den}`
    if (shown === null) return 'NOT_MEASURED'
    const isAllowed = rates.some((rate) => (rate.includes('/') ? rate : `${rate}/1`) === shown)
    return isAllowed ? [] : [aboutFile('frameRate', level, shown, rates.join(', '))]
  },
  codec: ({ level, codecs }, { info }) => {
    const codec = info.technical?.video?.codec ?? info.technical?.audio[0]?.codec
    if (codec === undefined) return 'NOT_APPLICABLE'
    return codecs.includes(codec) ? [] : [aboutFile('codec', level, codec, codecs.join(', '))]
  },
  duration: ({ level, least = 0, most = Number.POSITIVE_INFINITY }, { info: { durationMs } }) => {
    if (durationMs === null) return 'NOT_APPLICABLE'
    const seconds = durationMs / 1000
    if (seconds >= least && seconds <= most) return []
    return [aboutFile('duration', level, seconds, seconds < least ? least : most)]
  },
  colourTags: ({ level, primaries }, { info }) => {
    const colour = info.technical?.video?.colour
    if (!colour) return 'NOT_APPLICABLE'
    const shown = colour.primaries ?? 'untagged'
    return primaries.includes(shown) ? [] : [aboutFile('colourTags', level, shown, primaries.join(', '))]
  },
}
