import assert from 'node:assert/strict'
import { test } from 'node:test'
import { controlsOf, isBuffered, type Wanted } from './controls.ts'

function world(element: Partial<HTMLVideoElement>, given: Partial<Wanted> = {}) {
  const calls: string[] = []
  const video = {
    error: null,
    readyState: 4,
    paused: true,
    currentTime: 20,
    play: async () => void calls.push('play'),
    pause: () => void calls.push('pause'),
    ...element,
  } as HTMLVideoElement
  const wanted: Wanted = { seconds: 20, plays: false, speed: 1, length: 90, ...given }
  return {
    video,
    wanted,
    calls,
    controls: controlsOf({ current: video }, { current: wanted }, () => void calls.push('renew')),
  }
}

test('an element that failed gets another address, and is to play at the wanted second', () => {
  const { controls, wanted, calls } = world({ error: {} as MediaError })
  controls.play()
  assert.deepEqual([calls, wanted.plays], [['renew'], true])
  controls.seek(30)
  assert.deepEqual([calls, wanted.seconds], [['renew', 'renew'], 30])
  assert.equal(controls.isPlaying(), true)
})

test('while an address loads, keys go on from the wanted place, not from the start', () => {
  const { controls, video, wanted } = world({ readyState: 0, currentTime: 0 }, { plays: true })
  assert.deepEqual([controls.seconds(), controls.length(), controls.isPlaying()], [20, 90, true])
  controls.seek(controls.seconds() + 10)
  assert.deepEqual([wanted.seconds, video.currentTime], [30, 0])
  controls.pause()
  assert.equal(controls.isPlaying(), false)
})

test('a seek ends at both ends, and goes anywhere before the length is known', () => {
  const { controls, video } = world({})
  for (const [given, reached] of [
    [-5, 0],
    [45, 45],
    [100, 90],
  ] as const) {
    controls.seek(given)
    assert.equal(video.currentTime, reached)
  }
  const unknown = world({}, { length: 0 })
  unknown.controls.seek(100)
  assert.equal(unknown.video.currentTime, 100)
})

test('a speed stays when another address loads', () => {
  const { controls, video, wanted } = world({})
  controls.setSpeed(1.5)
  assert.deepEqual([video.playbackRate, video.defaultPlaybackRate, wanted.speed], [1.5, 1.5, 1.5])
})

test('only what is between the start and end of a loaded range is loaded', () => {
  const ranges = [
    [0, 10],
    [20, 30],
  ] as const
  const buffered = {
    length: ranges.length,
    start: (at: number) => ranges[at]![0],
    end: (at: number) => ranges[at]![1],
  }
  const is = (second: number) => isBuffered({ buffered } as HTMLVideoElement, second)
  assert.deepEqual([0, 9.9, 10, 15, 20, 30].map(is), [true, true, false, false, true, false])
})
