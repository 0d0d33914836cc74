import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { catchUp } from './catch-up.ts'
import type { Clock } from './clock.ts'

/** Callbacks of the next animation frame. */
let waiting: (() => void)[] = []
const browser = {
  document: { hidden: false },
  HTMLMediaElement: { HAVE_METADATA: 1, HAVE_CURRENT_DATA: 2, HAVE_FUTURE_DATA: 3 },
  requestAnimationFrame: (callback: () => void) => waiting.push(callback),
}
Object.assign(globalThis, browser)
after(() => {
  for (const name of Object.keys(browser)) Reflect.deleteProperty(globalThis, name)
})

async function nextFrame(): Promise<void> {
  await setImmediate()
  const due = waiting
  waiting = []
  for (const callback of due) callback()
  await setImmediate()
}

/** Seeks at once; begins to play when the test says so. */
class Video extends EventTarget {
  paused = true
  ended = false
  seeking = false
  error = null
  readyState = 4
  duration = 60
  playbackRate = 1
  started = Promise.withResolvers<void>()
  sought: number[] = []
  #time = 0

  get currentTime() {
    return this.#time
  }
  set currentTime(time) {
    this.#time = time
    this.sought.push(time)
  }
  play() {
    this.paused = false
    this.started = Promise.withResolvers()
    return this.started.promise
  }
  pause() {
    if (!this.paused) this.started.reject(new DOMException('paused', 'AbortError'))
    this.paused = true
  }
  requestVideoFrameCallback() {
    return 0
  }
  cancelVideoFrameCallback() {}
}

const clock = {
  count: 1500,
  perSecond: 25,
  startOf: (frame: number) => frame / 25,
  middleOf: (frame: number) => (frame + 0.5) / 25,
  at: (seconds: number) => Math.floor(seconds * 25 + 1e-6),
} as Clock

/** A leader that plays at ten seconds, and a follower. */
function start() {
  const [leader, follower] = [new Video(), new Video()]
  leader.currentTime = 10
  void leader.play()
  const person = new AbortController()
  const begin = () => {
    const videos = { leader, follower } as unknown as Record<'leader' | 'follower', HTMLVideoElement>
    const result = catchUp({ ...videos, clock, rate: () => 1, signal: person.signal })
    result.catch(() => {})
    return result
  }
  return { leader, follower, person, begin }
}

/** The leader waits for data until the follower comes to it. */
async function stall(leader: Video): Promise<void> {
  leader.readyState = 2
  for (let frame = 0; frame < 16; frame++) await nextFrame()
}

test('a follower that loads no more than its frame before it plays is played', async () => {
  const { leader, follower, begin } = start()
  follower.readyState = 2
  begin()
  await nextFrame()
  assert.deepEqual(follower.sought, [10.42])
  leader.currentTime = 10.42
  await nextFrame()
  assert.equal(follower.paused, false)
})

test('a follower that does not begin to play waits again, farther ahead', async () => {
  const { leader, follower, begin } = start()
  begin()
  for (const time of [10.42, 10.5, 11]) {
    await nextFrame()
    leader.currentTime = time
  }
  await nextFrame()
  assert.deepEqual(follower.sought, [10.42, 11.82])
  assert.equal(follower.paused, true)
})

test('a browser that refuses to play the follower ends the exchange', async () => {
  const { leader, follower, begin } = start()
  const result = begin()
  await nextFrame()
  leader.currentTime = 10.42
  await nextFrame()
  follower.started.reject(new DOMException('refused', 'NotAllowedError'))
  await nextFrame()
  await assert.rejects(result, { name: 'NotAllowedError' })
})

test('a pause while the follower begins to play: it does not take over', async () => {
  const { leader, follower, person, begin } = start()
  const result = begin()
  await stall(leader)
  assert.equal(follower.paused, false)
  person.abort()
  follower.started.resolve()
  await nextFrame()
  await assert.rejects(result, { name: 'AbortError' })
})

test('a pause while the follower waits for data to play ends the exchange', async () => {
  const { leader, person, begin } = start()
  const result = begin()
  await stall(leader)
  person.abort()
  await nextFrame()
  await assert.rejects(result, { name: 'AbortError' })
})

test('a pause in the task in which the follower has sought: it does not play', async () => {
  const { leader, follower, person, begin } = start()
  const result = begin()
  await nextFrame()
  follower.seeking = true
  await stall(leader)
  follower.seeking = false
  follower.dispatchEvent(new Event('seeked'))
  person.abort()
  await assert.rejects(result, { name: 'AbortError' })
  assert.equal(follower.paused, true)
})

test('a follower that begins to play beside a leader that waits for data takes over', async () => {
  const { leader, follower, begin } = start()
  const result = begin()
  await stall(leader)
  follower.started.resolve()
  await nextFrame()
  assert.equal(await result, true)
})
