import type { KeyboardEvent } from 'react'
import type { Controls } from './controls.ts'

const SEEK_SECONDS: Record<string, number> = { ArrowLeft: -5, ArrowRight: 5, j: -10, l: 10 }
const VOLUME: Record<string, number> = { ArrowUp: 0.1, ArrowDown: -0.1 }
export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const

/**
 * Keys as on the large video sites: Space or K plays, J and L seek 10 s, arrows 5 s and the volume, 0 to 9 a tenth, M mutes, C is
 * captions, F is full screen, < and > the speed. The browser's own keys do not run as well.
 */
export function onPlayerKey(
  event: KeyboardEvent,
  player: HTMLVideoElement,
  controls: Controls,
  onCaptions: () => void,
): void {
  const { key, ctrlKey, metaKey, altKey } = event
  if (ctrlKey || metaKey || altKey) return
  const { tagName } = event.target as HTMLElement
  // Selects and buttons have keys of their own.
  if (/^(SELECT|INPUT|BUTTON|A)$/.test(tagName)) return
  if (!runKey(key, player, controls, onCaptions)) return
  event.preventDefault()
}

function runKey(
  given: string,
  player: HTMLVideoElement,
  controls: Controls,
  onCaptions: () => void,
): boolean {
  const key = given.length === 1 ? given.toLowerCase() : given
  if (key === ' ' || key === 'k') {
    if (controls.isPlaying()) controls.pause()
    else controls.play()
  } else if (key in SEEK_SECONDS) controls.seek(controls.seconds() + SEEK_SECONDS[key]!)
  else if (key in VOLUME) player.volume = Math.min(1, Math.max(0, player.volume + VOLUME[key]!))
  else if (/^\d$/.test(key)) controls.seek((controls.length() * Number(key)) / 10)
  else if (key === 'm') player.muted = !player.muted
  else if (key === 'c') onCaptions()
  else if (key === 'f') toggleFullScreen(player)
  else if (key === '<' || key === '>') controls.setSpeed(nextSpeed(player.playbackRate, key === '>' ? 1 : -1))
  else return false
  return true
}

function nextSpeed(now: number, by: 1 | -1): number {
  const at = SPEEDS.findIndex((speed) => speed >= now)
  return SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, at + by))]!
}

function toggleFullScreen(player: HTMLVideoElement): void {
  if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
  // Frames without the permission refuse it.
  else void player.requestFullscreen?.().catch(() => undefined)
}
