// The sounds of a file. A sound is an audio track, or several tracks of one channel each, as cameras and masters have them. Each
// is listed as one track, or in parts of four channels if no codec of browsers carries them together.
import { languageNamed } from '../../records/captions/language-names.ts'
import { type ProbedStream, plain } from '../technical.ts'
import { type ChannelId, carriedAtOnce, carrierOf, channelNames, channelsOf } from './channels.ts'

/** A channel of the file: the index of its stream, and its place in the stream. */
export type Place = { stream: number; channel: number }

export type Sound = {
  places: readonly Place[]
  channels: readonly ChannelId[]
  names: readonly string[]
  layout: string | null
  name: string | null
  language: string | null
}

type AudioStream = ProbedStream & { index: number }

export function soundsOf(streams: readonly AudioStream[]): Sound[] {
  const groups: AudioStream[][] = []
  for (const stream of streams) {
    const before = groups.at(-1)
    if (before && isMono(stream) && isMono(before[0]!) && languageOf(stream) === languageOf(before[0]!))
      before.push(stream)
    else groups.push([stream])
  }
  return groups.map((group) => (group.length === 1 ? soundOfTrack(group[0]!) : soundOfMonos(group)))
}

const isMono = ({ channels }: AudioStream) => channels === 1

function soundOfTrack(stream: AudioStream): Sound {
  const count = Math.max(1, stream.channels ?? 2)
  const channels = channelsOf(stream.channel_layout, count)
  return {
    places: channels.map((_, channel) => ({ stream: stream.index, channel })),
    ...{ channels, names: channelNames(channels), layout: layoutOf(stream.channel_layout) },
    ...{ name: nameOf(stream), language: languageOf(stream) },
  }
}

/** Masters name the channel of each track. Two that have no names are left and right. */
function soundOfMonos(group: readonly AudioStream[]): Sound {
  const found = group.map(({ channel_layout }) => channelsOf(channel_layout, 1)[0] ?? null)
  const isNamed = found.includes('FL') && !found.includes(null) && new Set(found).size === group.length
  const unnamed: ChannelId[] = group.length === 2 ? ['FL', 'FR'] : group.map(() => null)
  const channels = isNamed ? found : unnamed
  const usual = channelNames(channels)
  return {
    places: group.map(({ index }) => ({ stream: index, channel: 0 })),
    channels,
    names: group.map((stream, at) => nameOf(stream) ?? usual[at]!),
    ...{ layout: null, name: null, language: languageOf(group[0]!) },
  }
}

function layoutOf(layout: string | undefined): string | null {
  return layout === undefined || /^(unknown|\d+ channels)$/.test(layout) ? null : plain(layout)
}

function languageOf({ tags }: AudioStream): string | null {
  const tag = languageNamed(tags?.language ?? tags?.LANGUAGE)
  return tag === 'und' ? null : tag
}

/** Programs name the handler of a track after themselves. */
const usualHandlers = /handler|sound media|core media|mainconcept|^(mono|stereo|surround|audio)$/i

function nameOf({ tags }: AudioStream): string | null {
  const handler = plain(tags?.handler_name)
  const title = plain(tags?.title ?? tags?.TITLE ?? tags?.name)
  return title ?? (handler && !usualHandlers.test(handler) ? handler : null)
}

/** A track as the API lists it, and the channels that its file carries. */
export type ListedTrack = {
  index: number
  name: string | null
  language: string | null
  channels: number
  layout: string | null
  channelNames: string[]
  /** The proxy plays this track, or a mix of it. */
  inProxy: boolean
}

export type CarriedTrack = ListedTrack & {
  places: readonly Place[]
  carrier: string
  /** Whether it gets a file of its own. */
  isMade: boolean
}

const mostListed = 32
const mostMade = 16

export function tracksOfSounds(sounds: readonly Sound[], played: Sound | undefined): CarriedTrack[] {
  const parts = sounds.flatMap((sound) => partsOf(sound, sound === played)).slice(0, mostListed)
  let made = 0
  return parts.map((part, index) => {
    // The proxy has all of it.
    const isWhole = part.inProxy && part.channels <= 2
    return { ...part, index, isMade: !isWhole && made++ < mostMade }
  })
}

function partsOf(sound: Sound, isPlayed: boolean): Omit<CarriedTrack, 'index' | 'isMade'>[] {
  const { places, names, layout, name, language, channels } = sound
  const carrier = carrierOf(channels)
  const part = (from: number, to: number, carriedBy: string, label: string | null) => ({
    ...{ name: label, language, channels: to - from, layout, channelNames: names.slice(from, to) },
    ...{ inProxy: isPlayed && from === 0, places: places.slice(from, to), carrier: carriedBy },
  })
  if (carrier) return [part(0, places.length, carrier, name)]
  const starts = Array.from(
    { length: Math.ceil(places.length / carriedAtOnce) },
    (_, at) => at * carriedAtOnce,
  )
  return starts.map((from) => {
    const to = Math.min(places.length, from + carriedAtOnce)
    const label = [name, `channels ${from + 1} to ${to}`].filter(Boolean).join(', ')
    return part(from, to, carrierOf(channels.slice(from, to))!, label[0]!.toUpperCase() + label.slice(1))
  })
}

export function listed({ places: _, carrier: __, isMade: ___, ...track }: CarriedTrack): ListedTrack {
  return track
}
