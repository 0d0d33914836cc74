// Channels of audio: their names, and how many of them become two.

/** ffmpeg's short name of a channel, such as FL; null if the file does not say what the channel is. */
export type ChannelId = string | null

const surround = 'FL FR FC LFE BL BR'

/** The channels of ffmpeg's layouts, in its order. */
const layouts: Readonly<Record<string, string>> = {
  stereo: 'FL FR',
  downmix: 'DL DR',
  '2.1': 'FL FR LFE',
  '3.0': 'FL FR FC',
  '3.0(back)': 'FL FR BC',
  '3.1': 'FL FR FC LFE',
  '4.0': 'FL FR FC BC',
  '4.1': 'FL FR FC LFE BC',
  quad: 'FL FR BL BR',
  'quad(side)': 'FL FR SL SR',
  '5.0': 'FL FR FC BL BR',
  '5.0(side)': 'FL FR FC SL SR',
  '5.1': surround,
  '5.1(side)': 'FL FR FC LFE SL SR',
  '6.0': 'FL FR FC BC SL SR',
  '6.1': 'FL FR FC LFE BC SL SR',
  '6.1(back)': 'FL FR FC LFE BL BR BC',
  '7.0': 'FL FR FC BL BR SL SR',
  '7.1': `${surround} SL SR`,
  '7.1(wide)': `${surround} FLC FRC`,
  '7.1(wide-side)': 'FL FR FC LFE FLC FRC SL SR',
}

/**
 * The channels of a track, by the layout that ffprobe names: `5.1`, or `3 channels (FL+FR+LFE)`. Six channels without names are
 * taken for 5.1, as players do.
 */
export function channelsOf(layout: string | undefined, count: number): ChannelId[] {
  const [, listed] = /^\d+ channels \(([A-Z0-9+]+)\)$/.exec(layout ?? '') ?? []
  const known = listed?.split('+') ?? layouts[layout ?? '']?.split(' ')
  if (known?.length === count) return known
  if (count === 2) return ['FL', 'FR']
  return count === 6 ? surround.split(' ') : Array<ChannelId>(count).fill(null)
}

const names: Readonly<Record<string, string>> = {
  ...{ FL: 'L', FR: 'R', FC: 'C', LFE: 'LFE', LFE2: 'LFE2', BC: 'Cs', FLC: 'Lc', FRC: 'Rc' },
  ...{ SL: 'Ls', SR: 'Rs', BL: 'Ls', BR: 'Rs', DL: 'Lt', DR: 'Rt', WL: 'Lw', WR: 'Rw' },
}
const besideSides: Readonly<Record<string, string>> = { BL: 'Lrs', BR: 'Rrs' }

/** Such as L, R, C, LFE, Ls, Rs. A channel that has no name has its number, from `first` on. */
export function channelNames(channels: readonly ChannelId[], first = 1): string[] {
  if (channels.length === 1 && channels[0] === null && first === 1) return ['Mono']
  return channels.map((id, at) => {
    if (id === null) return String(first + at)
    return (channels.includes('SL') ? besideSides[id] : undefined) ?? names[id] ?? id
  })
}

const half = Math.SQRT1_2

/** How much of a channel the left and the right side get, by ITU-R BS.775: LFE is left out. */
const shares: Readonly<Record<string, readonly [left: number, right: number]>> = {
  ...{ FL: [1, 0], FR: [0, 1], DL: [1, 0], DR: [0, 1], FC: [half, half], BC: [0.5, 0.5] },
  ...{ SL: [half, 0], SR: [0, half], BL: [half, 0], BR: [0, half], FLC: [half, 0], FRC: [0, half] },
  ...{ LFE: [0, 0], LFE2: [0, 0] },
}

export type Mix = { left: number[]; right: number[] }

/**
 * The weight of each channel in a stereo mix. Divided by the sum of the weights of a side, the mix cannot clip, whatever is
 * in the channels. Channels that the file does not name are not mixed: the first two are left and right, as in EBU R 123 and on
 * recorders. A single one is on both sides, as loud as browsers play it.
 */
export function stereoMix(channels: readonly ChannelId[]): Mix {
  const isNamed = channels.includes('FL') || channels.includes('DL')
  if (channels.length === 1) return { left: [1], right: [1] }
  if (!isNamed)
    return { left: channels.map((_, at) => +(at === 0)), right: channels.map((_, at) => +(at === 1)) }
  const weights = channels.map((id) => shares[id ?? ''] ?? [0.5, 0.5])
  const [left, right] = [0, 1].map((side) => weights.map((weight) => weight[side]!)) as [number[], number[]]
  const most = Math.max(1, ...[left, right].map((side) => side.reduce((sum, weight) => sum + weight, 0)))
  return { left: left.map((weight) => weight / most), right: right.map((weight) => weight / most) }
}

const order = ['FL', 'FR', 'FC', 'LFE', 'BL', 'BR', 'FLC', 'FRC', 'BC', 'SL', 'SR']

/** The positions of the channels in the order in which ffmpeg knows a layout. */
export function usualOrder(channels: readonly ChannelId[]): number[] {
  const rank = (at: number) => (order.indexOf(channels[at] ?? '') + order.length) % order.length
  return [...channels.keys()].toSorted((a, b) => rank(a) - rank(b))
}

const plainCarriers = ['mono', 'stereo', '3.0', '4.0', '5.0']

/**
 * The layout under which AAC carries these channels, in their order; undefined if there is none. Encoders cut an LFE channel
 * down to low tones, so that only an LFE channel may be in its place.
 */
export function carrierOf(channels: readonly ChannelId[]): string | undefined {
  if (channels.length <= plainCarriers.length) return plainCarriers[channels.length - 1]
  if (channels.length > 8 || channels.indexOf('LFE') !== 3) return undefined
  return channels.length === 6 ? '5.1' : '7.1'
}

/** Channels without a carrier of their own are carried by the fours. */
export const carriedAtOnce = 4
