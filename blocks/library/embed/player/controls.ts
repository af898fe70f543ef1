import type { RefObject } from 'react'

/** What the viewer wants. An element forgets it when it loads another address. */
export interface Wanted {
  seconds: number
  plays: boolean
  speed: number
  /** Seconds of the whole; 0 until it is known. */
  length: number
}

/** Plays, seeks and pauses also while the element loads another address, or after it failed. */
export interface Controls {
  isPlaying: () => boolean
  seconds: () => number
  length: () => number
  play: () => void
  pause: () => void
  seek: (seconds: number) => void
  setSpeed: (speed: number) => void
}

/** @param renew requests another address, which is loaded at the wanted second */
export function controlsOf(
  player: RefObject<HTMLVideoElement | null>,
  { current: wanted }: RefObject<Wanted>,
  renew: () => void,
): Controls {
  /** The element, if it has its own position and length now. */
  const loaded = () => {
    const { current } = player
    return current && !current.error && current.readyState > 0 ? current : undefined
  }
  const controls: Controls = {
    isPlaying: () => {
      const video = loaded()
      return video ? !video.paused : wanted.plays
    },
    seconds: () => loaded()?.currentTime ?? wanted.seconds,
    length: () => wanted.length,
    play() {
      wanted.plays = true
      // An element that failed never plays again without another address.
      if (player.current?.error) renew()
      else void player.current?.play().catch(() => undefined)
    },
    pause() {
      wanted.plays = false
      player.current?.pause()
    },
    seek(seconds) {
      const video = loaded()
      wanted.seconds = Math.max(0, wanted.length > 0 ? Math.min(seconds, wanted.length) : seconds)
      if (video) video.currentTime = wanted.seconds
      else if (player.current?.error) renew()
    },
    setSpeed(speed) {
      wanted.speed = speed
      if (player.current) applySpeed(player.current, speed)
    },
  }
  return controls
}

/** Loading another address sets the speed to the default one. */
export function applySpeed(video: HTMLVideoElement, speed: number): void {
  video.defaultPlaybackRate = speed
  video.playbackRate = speed
}

/** Whether a second can be played without another request. */
export function isBuffered({ buffered }: HTMLMediaElement, second: number): boolean {
  for (let i = 0; i < buffered.length; i++)
    if (buffered.start(i) <= second && second < buffered.end(i)) return true
  return false
}
