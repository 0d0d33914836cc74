// Plays one track of a file in place of the audio of the video, channel by channel. The element of the video stays as it is: only
// muted, so that its frames are exact.
import type { Playback } from '../player/playback.ts'
import { type Following, follow } from './follow.ts'
import { keepPitch } from './keep-pitch.ts'
import { audibleChannels, type ChannelSwitches, stereoWeights } from './tracks.ts'

export type EngineSource = { url: string; channelNames: readonly string[] }

export type Engine = {
  element: HTMLAudioElement
  /** For the meters: one for each channel, then left and right. Empty without the permission of the storage (CORS). */
  analysers: readonly AnalyserNode[]
  setSwitches: (switches: ChannelSwitches) => void
  drift: () => number
  close: () => void
}

let shared: AudioContext | undefined

/** Call it after a gesture: browsers start no audio before. */
function audioContext(): AudioContext {
  shared ??= new AudioContext({ latencyHint: 'interactive' })
  if (shared.state === 'suspended') void shared.resume()
  return shared
}

/**
 * Resolves when the audio can be played. Storage of another origin may not allow pages to read its files: then the audio is
 * played without channels and meters.
 */
export async function openEngine(
  playback: Playback,
  source: EngineSource,
  signal: AbortSignal,
): Promise<Engine> {
  const readable = await load(source.url, true, signal)
  if (readable) return withChannels(playback, readable, source.channelNames)
  const plain = await load(source.url, false, signal)
  if (!plain) throw new Error('The audio could not be loaded.')
  return withoutChannels(playback, plain)
}

async function load(
  url: string,
  isRead: boolean,
  signal: AbortSignal,
): Promise<HTMLAudioElement | undefined> {
  const element = new Audio()
  if (isRead) element.crossOrigin = 'anonymous'
  element.preload = 'auto'
  keepPitch(element)
  element.src = url
  const isLoaded = await new Promise<boolean>((done) => {
    element.onloadedmetadata = () => done(true)
    element.onerror = () => done(false)
    signal.addEventListener('abort', () => done(false))
  })
  if (isLoaded && !signal.aborted) return element
  release(element)
  signal.throwIfAborted()
  return undefined
}

function release(element: HTMLAudioElement): void {
  element.pause()
  element.removeAttribute('src')
  element.load()
}

function withoutChannels(playback: Playback, element: HTMLAudioElement): Engine {
  const following = follow(element, playback, () => 0)
  const stop = followVolume(playback, (volume) => {
    element.volume = volume
  })
  return engineOf(playback, { element, analysers: [], following, stop, setSwitches: () => undefined })
}

function withChannels(playback: Playback, element: HTMLAudioElement, names: readonly string[]): Engine {
  const context = audioContext()
  const input = context.createMediaElementSource(element)
  const splitter = context.createChannelSplitter(Math.max(2, names.length))
  // Without this, a file of one channel would be mixed up before it is split.
  splitter.channelInterpretation = 'discrete'
  const merger = context.createChannelMerger(2)
  const master = context.createGain()
  input.connect(splitter)
  const channels = names.map((_, channel) => {
    const gain = new GainNode(context, { channelCount: 1, channelCountMode: 'explicit' })
    const [left, right] = [context.createGain(), context.createGain()]
    splitter.connect(gain, channel)
    gain.connect(left).connect(merger, 0, 0)
    gain.connect(right).connect(merger, 0, 1)
    return { gain, left, right, analyser: analyserOf(gain) }
  })
  merger.connect(master).connect(context.destination)
  const output = context.createChannelSplitter(2)
  merger.connect(output)
  const outputs = [0, 1].map((side) => analyserOf(output, side))

  function setSwitches(switches: ChannelSwitches) {
    const audible = audibleChannels(names.length, switches)
    const weights = stereoWeights(names, audible)
    const now = context.currentTime
    for (const [at, { gain, left, right }] of channels.entries()) {
      // Without a jump, which would be heard as a click.
      gain.gain.setTargetAtTime(audible[at] ? 1 : 0, now, 0.01)
      left.gain.setTargetAtTime(weights.left[at]!, now, 0.01)
      right.gain.setTargetAtTime(weights.right[at]!, now, 0.01)
    }
  }
  setSwitches({ solo: [], muted: [] })
  const latency = () => Math.min(0.15, context.baseLatency + (context.outputLatency || 0))
  const following = follow(element, playback, latency)
  const stopVolume = followVolume(playback, (volume) =>
    master.gain.setTargetAtTime(volume, context.currentTime, 0.01),
  )
  const resume = () => void (context.state === 'suspended' && context.resume())
  playback.element.addEventListener('play', resume)
  const stop = () => {
    stopVolume()
    playback.element.removeEventListener('play', resume)
    input.disconnect()
    master.disconnect()
  }
  const analysers = [...channels.map(({ analyser }) => analyser), ...outputs]
  return engineOf(playback, { element, analysers, following, stop, setSwitches })

  function analyserOf(node: AudioNode, from = 0): AnalyserNode {
    const analyser = new AnalyserNode(context, {
      fftSize: 2048,
      channelCount: 1,
      channelCountMode: 'explicit',
    })
    node.connect(analyser, from)
    return analyser
  }
}

/** The volume of the player, also while its own element is silent. */
function followVolume({ store }: Playback, set: (volume: number) => void): () => void {
  let last: number | undefined
  const apply = () => {
    const { volume, muted } = store.get()
    const next = muted ? 0 : volume
    if (next !== last) set(next)
    last = next
  }
  apply()
  return store.subscribe(apply)
}

type Parts = Pick<Engine, 'element' | 'analysers' | 'setSwitches'> & {
  following: Following
  stop: () => void
}

function engineOf(playback: Playback, { following, stop, ...engine }: Parts): Engine {
  const restore = playback.replaceAudio()
  return {
    ...engine,
    drift: following.drift,
    close() {
      following.stop()
      stop()
      restore()
      release(engine.element)
    },
  }
}
