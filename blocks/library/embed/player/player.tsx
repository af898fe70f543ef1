import { useEffect, useRef, useState } from 'react'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { openMedia, saveProgress } from '#blocks/library/endpoints.ts'
import type { LibraryItem, MediaAddress } from '#blocks/library/endpoints.ts'
import { texts } from '../texts/spoken.ts'
import { PlayerBar } from './player-bar.tsx'
import { onPlayerKey } from './player-keys.ts'
import type { Stream } from './stream.ts'
import { waysOf } from './ways.ts'
import type { Way } from './ways.ts'

/** How often the position is stored while it plays. */
const STORE_MS = 10_000
/** Failures in a row after which another way is tried: the address is renewed at each. */
const MOST_FAILURES = 3
/** By how much the server's clock may be ahead. */
const EARLY_MS = 2000

/**
 * Plays the file or the stream of an item with the browser's own controls. Addresses end after minutes, so the player requests others
 * and goes on at the same second: hls.js takes them over while it plays, for the browser's own players they are a new source.
 */
export default function Player({
  item,
  embed,
  signedIn,
}: {
  item: LibraryItem
  embed: EmbedApi
  signedIn: boolean
}) {
  const [media, setMedia] = useState<MediaAddress>()
  const [failed, setFailed] = useState(false)
  const [way, setWay] = useState<Way>()
  const [language, setLanguage] = useState('')
  const player = useRef<HTMLVideoElement>(null)
  const stream = useRef<Stream>(undefined)
  const at = useRef({ seconds: item.progress?.finished ? 0 : (item.progress?.position ?? 0), plays: false })
  const failures = useRef(0)
  const stored = useRef(0)
  const endsAt = useRef(0)
  const poster = useRef<string>(undefined)
  /** Their addresses are those of an earlier response: a browser loads a track when it is switched on. */
  const [tracks, setTracks] = useState<MediaAddress['captions']>([])
  const tracksEndAt = useRef(0)

  async function renew() {
    try {
      const next = await embed.call(openMedia, { item: item.id })
      endsAt.current = Date.now() + next.seconds * 1000
      poster.current ??= next.poster ?? item.cover
      setMedia(next)
      return next
    } catch {
      setFailed(true)
      return undefined
    }
  }
  useEffect(() => {
    void open()
    // oxlint-disable-next-line react/exhaustive-deps -- once for each item
  }, [item.id])

  // hls.js: loaded only where the browser does not play HLS itself, or failed to.
  useEffect(() => {
    if (way !== 'hls.js' || !media?.stream || !player.current) return undefined
    const video = player.current
    let isOver = false
    let running: Stream | undefined
    async function load(main: string) {
      try {
        const { openStream } = await import('./stream.ts')
        if (!isOver) stream.current = running = openStream(video, main, at.current.seconds, onError)
      } catch {
        onError()
      }
    }
    void load(media.stream)
    return () => {
      isOver = true
      stream.current = undefined
      running?.close()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- a renewed address goes to the stream that is open
  }, [way, media === undefined])
  useEffect(() => {
    if (way !== 'hls.js' || !media?.stream) return undefined
    stream.current?.renew(media.stream)
    const timer = setTimeout(() => void renew(), media.seconds * 600)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- for each address
  }, [way, media])

  useEffect(() => {
    for (const track of player.current?.textTracks ?? [])
      track.mode = track.language === language ? 'showing' : 'disabled'
  }, [language, tracks, way])

  async function open() {
    const first = await renew()
    if (!first) return
    showTracks(first)
    setWay(waysOf(item.kind, first)[0])
  }
  function showTracks({ captions }: MediaAddress) {
    tracksEndAt.current = endsAt.current
    setTracks(captions)
  }
  async function onTrackError() {
    if (Date.now() < tracksEndAt.current) return
    const next = await renew()
    if (next) showTracks(next)
  }
  function onError() {
    // An address that ended is no failure of the stream.
    if (Date.now() > endsAt.current - EARLY_MS) {
      if (way === 'hls.js') stream.current?.restart(at.current.seconds)
      return void renew()
    }
    const ways = media ? waysOf(item.kind, media) : []
    if (++failures.current < MOST_FAILURES) {
      if (way === 'hls.js') stream.current?.restart(at.current.seconds)
      return void renew()
    }
    failures.current = 0
    const next = way && ways[ways.indexOf(way) + 1]
    if (!next) return setFailed(true)
    setWay(next)
    return void renew()
  }
  function onLoaded() {
    const { current } = player
    if (!current) return
    if (at.current.seconds > 0 && Math.abs(current.currentTime - at.current.seconds) > 1)
      current.currentTime = at.current.seconds
    if (at.current.plays) void current.play().catch(() => undefined)
  }
  function onTime() {
    const { current } = player
    if (!current || current.seeking || current.error || current.readyState < 2) return
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
  if (!media || !way) return <div className="lib-player" data-kind={item.kind} aria-busy="true" />
  const source = way === 'hls.js' ? undefined : way === 'native' ? media.stream : media.url
  const Element = item.kind === 'video' ? 'video' : 'audio'
  return (
    // The keys of the controls, also from the bar below.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      aria-label={item.title}
      className="lib-media"
      onKeyDown={(event) => player.current && onPlayerKey(event, player.current, nextCaptions)}
    >
      <Element
        // Another way starts with another element: one whose source is taken away reports an error.
        key={way}
        ref={player}
        className="lib-player"
        src={source}
        poster={poster.current}
        controls
        playsInline
        preload="metadata"
        aria-label={item.title}
        onError={onError}
        onWaiting={() => {
          // A browser that plays a stream itself may wait for ever for a part whose address has ended.
          if (way !== 'hls.js' && Date.now() > endsAt.current) void renew()
        }}
        onLoadedMetadata={onLoaded}
        onPlay={() => (at.current.plays = true)}
        onSeeking={() => {
          // What is not loaded may need another address, and starts there.
          const { current } = player
          if (current && current.readyState > 0 && !current.error) at.current.seconds = current.currentTime
        }}
        onTimeUpdate={onTime}
        onPause={({ currentTarget }) => {
          // One that was replaced pauses, too.
          if (currentTarget !== player.current) return
          // An element whose address has ended pauses, too, and goes on after the next one has loaded.
          if (!currentTarget.error && !currentTarget.ended) at.current.plays = false
          void store()
        }}
        onEnded={() => void store(true)}
      >
        {tracks.map(({ language: of, label, url }) => (
          <track
            key={of}
            kind="captions"
            srcLang={of}
            label={label}
            src={url}
            onError={() => void onTrackError()}
          />
        ))}
      </Element>
      <PlayerBar
        key={`${way} bar`}
        player={player}
        captions={media.captions}
        language={language}
        onLanguage={setLanguage}
        chapters={item.body?.chapters ?? []}
        onSpeed={(speed) => {
          if (player.current) player.current.playbackRate = speed
        }}
        onSeek={(seconds) => {
          const { current } = player
          if (!current) return
          current.currentTime = seconds
          void current.play().catch(() => undefined)
        }}
      />
    </section>
  )

  /** Key C: off, then each language. */
  function nextCaptions() {
    const languages = ['', ...(media?.captions ?? []).map((each) => each.language)]
    setLanguage(languages[(languages.indexOf(language) + 1) % languages.length]!)
  }
}
