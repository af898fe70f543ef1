import { type RefObject, useEffect, useState } from 'react'
import { number } from '#kernel/browser/local.ts'
import type { Chapter, MediaAddress } from '#blocks/library/endpoints.ts'
import { texts } from '../texts/spoken.ts'
import { SPEEDS } from './player-keys.ts'

interface PlayerBarProps {
  player: RefObject<HTMLVideoElement | null>
  captions: MediaAddress['captions']
  /** Of the captions that are shown; empty for none. */
  language: string
  onLanguage: (language: string) => void
  chapters: Chapter[]
  onSpeed: (speed: number) => void
  onSeek: (seconds: number) => void
}

/** What the browser's own controls hide in menus, or lack: speed, captions and chapters. */
export function PlayerBar(props: PlayerBarProps) {
  const { player, captions, language, onLanguage, chapters, onSpeed, onSeek } = props
  const [speed, setSpeed] = useState(1)
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const { current } = player
    if (!current) return undefined
    const onRate = () => setSpeed(current.playbackRate)
    const onTime = () => {
      // One that loads another address is at 0 meanwhile.
      if (current.readyState > 0) setSeconds(current.currentTime)
    }
    current.addEventListener('ratechange', onRate)
    current.addEventListener('timeupdate', onTime)
    return () => {
      current.removeEventListener('ratechange', onRate)
      current.removeEventListener('timeupdate', onTime)
    }
  }, [player])
  const currentChapter = chapters.findLastIndex(({ at }) => at <= seconds)
  return (
    <div className="lib-bar">
      <label>
        {texts.player.speed}
        <select
          className="bb-input"
          value={String(speed)}
          onChange={({ currentTarget }) => onSpeed(Number(currentTarget.value))}
        >
          {SPEEDS.map((each) => (
            <option key={each} value={String(each)}>
              {`${number(each)}×`}
            </option>
          ))}
        </select>
      </label>
      {captions.length ? (
        <label>
          {texts.player.captions}
          <select
            className="bb-input"
            value={language}
            onChange={({ currentTarget }) => onLanguage(currentTarget.value)}
          >
            <option value="">{texts.player.off}</option>
            {captions.map((each) => (
              <option key={each.language} value={each.language}>
                {each.label}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      {chapters.length ? (
        <nav aria-label={texts.player.chapters}>
          <h2>{texts.player.chapters}</h2>
          <ol>
            {chapters.map(({ at, title }, index) => (
              <li key={at}>
                <button
                  type="button"
                  className="lib-link"
                  aria-current={index === currentChapter ? 'true' : undefined}
                  onClick={() => onSeek(at)}
                >
                  <time>{clock(at)}</time> <bdi>{title}</bdi>
                </button>
              </li>
            ))}
          </ol>
        </nav>
      ) : null}
    </div>
  )
}

/** For example 1:05 or 1:00:05. */
function clock(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}
