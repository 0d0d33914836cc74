import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Comment, FileDetails } from '@dailies/sdk'
import { createRoom, type Place, type Shape, type Viewer } from './room.ts'

const file = { media: { kind: 'VIDEO' } } as FileDetails
const shapes: Shape[] = [
  {
    kind: 'box',
    points: [
      [0, 0],
      [1, 1],
    ],
    colour: '#ff0000',
    width: 0.01,
  },
]

function comment(id: string, frame: number): Comment {
  return { id, anchor: frame * 40, frame, annotation: { shapes } } as unknown as Comment
}

/** A viewer that seeks like a video: it reaches its target when `arrive` is called. */
function slowViewer(moved: (place: Place) => void) {
  let here: Place = { frame: 0, ms: 0 }
  const waiting: (() => void)[] = []
  const viewer: Viewer = {
    show: (place) =>
      new Promise((resolve) => {
        waiting.push(() => {
          here = place
          moved(place)
          resolve()
        })
      }),
    pause: () => {},
    place: () => here,
  }
  return { viewer, arrive: () => waiting.shift()!() }
}

function startRoom() {
  const room = createRoom(file)
  const slow = slowViewer(room.moved)
  return { room, ...slow, state: () => room.store.get() }
}

test('a drawing is visible at its frame, and not during the seek', async () => {
  const { room, viewer, arrive, state } = startRoom()
  room.setViewer(viewer)
  const selecting = room.select(comment('a', 10))
  room.moved({ frame: 4, ms: 160 })
  assert.deepEqual([state().selected, state().shown], ['a', null])
  arrive()
  await selecting
  assert.deepEqual([state().selected, state().shown], ['a', shapes])
})

test('leaving its frame deselects a comment', async () => {
  const { room, viewer, arrive, state } = startRoom()
  room.setViewer(viewer)
  const selecting = room.select(comment('a', 10))
  arrive()
  await selecting
  room.moved({ frame: 10, ms: 401 })
  assert.equal(state().selected, 'a')
  room.moved({ frame: 11, ms: 440 })
  assert.deepEqual([state().selected, state().shown], [null, null])
})

test('the drawing of a draft note is visible at its frame, without a selected comment', async () => {
  const { room, viewer, arrive, state } = startRoom()
  room.setViewer(viewer)
  const showing = room.showDrawing({ place: { frame: 10 }, shapes })
  assert.equal(state().shown, null)
  arrive()
  await showing
  assert.deepEqual([state().selected, state().shown], [null, shapes])
  room.moved({ frame: 11, ms: 440 })
  assert.equal(state().shown, null)
})

test('a draft note and then a comment: the drawing of the comment is shown', async () => {
  const { room, viewer, arrive, state } = startRoom()
  room.setViewer(viewer)
  const draft = room.showDrawing({ place: { frame: 20 }, shapes: [] })
  const selecting = room.select(comment('a', 10))
  arrive()
  await draft
  assert.deepEqual([state().selected, state().shown], ['a', null])
  arrive()
  await selecting
  assert.deepEqual([state().selected, state().shown], ['a', shapes])
})

test('two comments clicked in a row: the last one is selected', async () => {
  const { room, viewer, arrive, state } = startRoom()
  room.setViewer(viewer)
  const first = room.select(comment('a', 10))
  const second = room.select(comment('b', 20))
  arrive()
  await first
  assert.deepEqual([state().selected, state().shown], ['b', null])
  arrive()
  await second
  assert.deepEqual([state().selected, state().shown], ['b', shapes])
})

test('a link to a comment waits until the viewer has loaded', async () => {
  const { room, viewer, arrive, state } = startRoom()
  const selecting = room.select(comment('a', 10))
  assert.equal(state().shown, null)
  room.setViewer(viewer)
  arrive()
  await selecting
  assert.deepEqual([state().place.frame, state().shown], [10, shapes])
})
