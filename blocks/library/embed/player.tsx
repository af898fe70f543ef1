import { useEffect, useRef, useState } from 'react'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { openMedia, saveProgress } from '../endpoints.ts'
import type { LibraryItem, MediaAddress } from '../endpoints.ts'
import { texts } from './texts/spoken.ts'

/** How often the position is stored while it plays. */
const STORE_MS = 10_000
/** Failures in a row after which the player gives up: the address is renewed at each. */
const MOST_FAILURES = 3

/** Plays the file of an item. Its address ends after five minutes, so the player requests another and goes on at the same second. */
export function Player({ item, embed, signedIn }: { item: LibraryItem; embed: EmbedApi; signedIn: boolean }) {
  const [media, setMedia] = useState<MediaAddress>()
  const [failed, setFailed] = useState(false)
  const player = useRef<HTMLMediaElement>(null)
  const at = useRef({ seconds: item.progress?.finished ? 0 : (item.progress?.position ?? 0), plays: false })
  const failures = useRef(0)
  const stored = useRef(0)

  const renew = () => embed.call(openMedia, { item: item.id }).then(setMedia, () => setFailed(true))
  useEffect(() => {
    void renew()
    // oxlint-disable-next-line react/exhaustive-deps -- once for each item
  }, [item.id])

  function onError() {
    if (++failures.current > MOST_FAILURES) return setFailed(true)
    return void renew()
  }
  function onLoaded() {
    const { current } = player
    if (!current) return
    if (at.current.seconds > 0) current.currentTime = at.current.seconds
    if (at.current.plays) void current.play().catch(() => undefined)
  }
  function onTime() {
    const { current } = player
    if (!current || current.seeking || current.error) return
    if (current.currentTime > at.current.seconds) failures.current = 0
    at.current = { seconds: current.currentTime, plays: !current.paused }
    if (Date.now() - stored.current > STORE_MS) void store()
  }
  function store(finished?: true) {
    if (!signedIn) return undefined
    stored.current = Date.now()
    const position = Math.floor(at.current.seconds)
    return embed
      .call(saveProgress, { item: item.id, position, ...(finished && { finished }) })
      .catch(() => undefined)
  }

  if (failed)
    return (
      <p role="alert" className="lib-quiet">
        {texts.errors.media}
      </p>
    )
  if (!media) return <div className="lib-player" data-kind={item.kind} aria-busy="true" />
  const common = {
    className: 'lib-player',
    src: media.url,
    controls: true,
    preload: 'metadata' as const,
    'aria-label': item.title,
    onError,
    onLoadedMetadata: onLoaded,
    onTimeUpdate: onTime,
    onPause: () => {
      // An element whose address has ended pauses, too, and goes on after the next one has loaded.
      if (player.current && !player.current.error) at.current.plays = false
      void store()
    },
    onEnded: () => void store(true),
  }
  return item.kind === 'video' ? (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- the owner's file may contain them; separate ones are not supported yet
    <video {...common} ref={player as React.RefObject<HTMLVideoElement>} playsInline />
  ) : (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- as above
    <audio {...common} ref={player} />
  )
}
