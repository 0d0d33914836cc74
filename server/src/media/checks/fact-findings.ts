// Findings in the facts that the probe has read: size, rate, codec, duration, tracks and tags; and in what the decoders report.
import { clockOf, framesWithin, rounded } from './clock.ts'
import { aboutFile, type Finding, type Judges, type Measured, notApplicable, notMeasured } from './finding.ts'
import type { Level } from './profile.ts'
import { type Stretch, stretches } from './stretches.ts'

const noVideo = notApplicable('The file has no video.')
const noAudio = notApplicable('The file has no audio.')

export const factJudges: Judges = {
  droppedFrames: ({ level }, { video, gaps, info }) => {
    if (!video) return noVideo
    if (gaps === null)
      return notMeasured('The frame rate varies: a missing frame looks like one that is shown longer.')
    if ((info.frames ?? 0) < 2) return notApplicable('The file has a single frame.')
    const findings = gaps.map(({ frame, missing }) => ({
      ...aboutFile('droppedFrames', level, missing, 0),
      place: { first: frame, last: frame },
    }))
    return { findings, measured: sum(gaps.map(({ missing }) => missing)), limit: 0, unit: 'frames' }
  },
  decodeErrors: ({ level }, measured) => {
    const { errors } = measured.faults
    const places = damagedPlaces(measured)
    const findings: Finding[] = places.map((place) => ({
      ...aboutFile('decodeErrors', level, place.last - place.first + 1, 0),
      ...{ place, unit: 'frames', message: damagedText(place) },
    }))
    if (errors > 0 && findings.length === 0)
      findings.push({ ...aboutFile('decodeErrors', level, errors, 0), unit: 'errors' })
    return { findings, measured: errors, limit: 0, unit: 'errors' }
  },
  truncated: ({ level }, { faults: { missingEnd }, info: { durationMs } }) => {
    if (!missingEnd) return { measured: (durationMs ?? 0) / 1000, unit: 's' }
    const [read, declared] = [rounded(missingEnd.read), missingEnd.declared && rounded(missingEnd.declared)]
    const message =
      declared === null
        ? `The file ends too early, after ${read} s.`
        : `The file ends after ${read} s, although its header says ${declared} s.`
    return [{ ...aboutFile('truncated', level, read, declared ?? 'complete'), message }]
  },
  missingAudio: ({ level }, { info }) => {
    const shown = { measured: info.hasAudio ? 'audio' : 'none', limit: 'audio' }
    return { findings: info.hasAudio ? [] : [aboutFile('missingAudio', level, 'none', 'audio')], ...shown }
  },
  lateAudio: ({ level, seconds }, measured) => {
    const { audioOffset } = measured
    if (!measured.video) return noVideo
    if (!audioOffset) return noAudio
    const [late, early] = [rounded(audioOffset.start), rounded(-audioOffset.end)]
    return {
      findings: lateFindings(level, seconds, { late, early }, measured),
      ...{ measured: Math.max(0, late, early), limit: seconds, unit: 's' },
    }
  },
  channels: ({ level, layouts }, { info }) => {
    const tracks = info.technical?.audio
    if (!tracks?.length) return noAudio
    const shown = tracks.map(({ layout, channels }) => layout ?? String(channels))
    const wrong = shown.filter((layout) => !layouts.includes(layout))
    const limit = layouts.join(', ')
    return {
      findings: wrong.map((layout) => aboutFile('channels', level, layout, limit)),
      ...{ measured: [...new Set(shown)].join(', '), limit },
    }
  },
  size: ({ level, sizes }, { info: { kind, width, height } }) => {
    if (kind !== 'VIDEO' || width === null || height === null) return noVideo
    return allowed('size', level, `${width}x${height}`, sizes)
  },
  frameRate: ({ level, rates }, { info }) => {
    if (info.kind !== 'VIDEO') return noVideo
    const rate = info.frameRate
    if (info.variableRate) return allowed('frameRate', level, 'variable', rates)
    if (!rate) return notMeasured('The frame rate is not known.')
    const shown = rate.den === 1 ? String(rate.num) : `${rate.num}/${rate.den}`
    return allowed('frameRate', level, shown, rates, (allowedRate) => isRate(allowedRate, rate))
  },
  codec: ({ level, codecs, audioCodecs }, { info }) => {
    const [video, audio] = [
      info.technical?.video?.codec,
      info.technical?.audio.map(({ codec }) => codec) ?? [],
    ]
    const parts = [
      ...(video === undefined ? [] : [{ shown: video, list: codecs }]),
      // Without a list for audio, that for video counts for files without video.
      ...audio.flatMap((shown) => {
        const list = audioCodecs ?? (video === undefined ? codecs : undefined)
        return list ? [{ shown, list }] : []
      }),
    ]
    if (parts.length === 0) return notApplicable('The file has no track that this rule names.')
    const wrong = parts.filter(({ shown, list }) => !list.includes(shown))
    return {
      findings: wrong.map(({ shown, list }) => aboutFile('codec', level, shown, list.join(', '))),
      measured: [...new Set(parts.map(({ shown }) => shown))].join(', '),
      limit: [...new Set(parts.flatMap(({ list }) => list))].join(', '),
    }
  },
  duration: ({ level, least = 0, most = Number.POSITIVE_INFINITY }, { info: { durationMs } }) => {
    if (durationMs === null) return notApplicable('The file has no duration.')
    const seconds = durationMs / 1000
    const limit = seconds < least || most === Number.POSITIVE_INFINITY ? least : most
    const findings = seconds < least || seconds > most ? [aboutFile('duration', level, seconds, limit)] : []
    return { findings, measured: seconds, limit, unit: 's' }
  },
  colourTags: ({ level, primaries, transfers, matrices, ranges }, { info }) => {
    const colour = info.technical?.video?.colour
    if (!colour) return noVideo
    const tags = [
      { name: 'primaries', shown: colour.primaries, list: primaries },
      { name: 'transfer function', shown: colour.transfer, list: transfers },
      { name: 'matrix', shown: colour.matrix, list: matrices },
      { name: 'range', shown: colour.range, list: ranges },
    ].flatMap(({ name, shown, list }) => (list ? [{ name, shown: shown ?? 'untagged', list }] : []))
    if (tags.length === 0) return notApplicable('The rule names no tag.')
    const findings = tags
      .filter(({ shown, list }) => !list.includes(shown))
      .map(({ name, shown, list }) => ({
        ...aboutFile('colourTags', level, shown, list.join(', ')),
        message: `The colour ${name} ${name === 'primaries' ? 'are' : 'is'} ${shown}; allowed: ${list.join(', ')}.`,
      }))
    return {
      findings,
      measured: tags.map(({ shown }) => shown).join(' / '),
      limit: tags.map(({ list }) => list.join(', ')).join(' / '),
    }
  },
}

function allowed(
  rule: 'size' | 'frameRate',
  level: Level,
  shown: string,
  list: readonly string[],
  matches = (one: string) => one === shown,
) {
  const limit = list.join(', ')
  return {
    findings: list.some(matches) ? [] : [aboutFile(rule, level, shown, limit)],
    measured: shown,
    limit,
  }
}

/** `25`, `24000/1001`, or a rounded number such as `23.976` and `23.98`. */
function isRate(text: string, { num, den }: { num: number; den: number }): boolean {
  const [, top, bottom = '1'] = /^(\d+)(?:\/(\d+))?$/.exec(text) ?? []
  if (top !== undefined) return Number(top) * den === num * Number(bottom)
  return Math.abs(Number(text) - num / den) < 0.005
}

/** Frames with an error, and frames that could not be decoded at all. */
function damagedPlaces({ video, faults, info }: Measured): Stretch[] {
  if (!video) return []
  const end = Math.max(video.frames, info.frames ?? 0)
  const isDamaged = new Uint8Array(end)
  for (const { first, last } of faults.damaged) isDamaged.fill(1, first, last + 1)
  for (let n = 0; n < video.frames; n++) if (video.repeated[n] === 1) isDamaged[n] = 1
  return stretches(end, (n) => isDamaged[n] === 1)
}

function damagedText({ first, last }: Stretch): string {
  return first === last
    ? 'This frame is damaged: it cannot be decoded without errors.'
    : `${last - first + 1} frames are damaged: they cannot be decoded without errors.`
}

function lateFindings(
  level: Level,
  limit: number,
  { late, early }: { late: number; early: number },
  measured: Measured,
): Finding[] {
  const clock = clockOf(measured)
  const end = clock?.startOf(clock.frames) ?? 0
  const about = (seconds: number, from: number, message: string) => ({
    ...aboutFile('lateAudio', level, seconds, limit),
    place: clock ? framesWithin(from, from + seconds, clock) : null,
    message,
  })
  return [
    ...(late > limit
      ? [about(late, 0, `The audio begins ${late} s after the video; ${limit} s are allowed.`)]
      : []),
    ...(early > limit
      ? [
          about(
            early,
            Math.max(0, end - early),
            `The audio ends ${early} s before the video; ${limit} s are allowed.`,
          ),
        ]
      : []),
  ]
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
