import { useEffect, useRef, useState } from 'react'
import { CallError } from '#kernel/browser/call.ts'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import { openMedia, saveProgress } from '#blocks/library/endpoints.ts'
import type { LibraryItem, MediaAddress } from '#blocks/library/endpoints.ts'
import { texts } from '../texts/spoken.ts'
import { applySpeed, controlsOf, isBuffered, type Wanted } from './controls.ts'
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
/** Waits before an address is requested again after the network failed. */
const RETRY_MS = [1000, 3000, 10_000, 30_000]
/** Of the access, not of too many requests. */
const isRefusal = (error: unknown) =>
  error instanceof CallError && error.status >= 400 && error.status < 500 && error.status !== 429

/**
 * Plays the file or the stream of an item with the browser's own controls. Addresses end after minutes, so the player requests others
 * and goes on at the same second: hls.js takes them over while it plays, for the browser's own players they are a new source.
 */
export default function Player({
  item,
  embed,
  signedIn,
  onRefused,
}: {
  item: LibraryItem
  embed: EmbedApi
  signedIn: boolean
  /** Access may have ended: reads the item again, which removes the player then. */
  onRefused: () => Promise<void>
}) {
  const [media, setMedia] = useState<MediaAddress>()
  const [failed, setFailed] = useState(false)
  const [way, setWay] = useState<Way>()
  const [language, setLanguage] = useState('')
  const player = useRef<HTMLVideoElement>(null)
  const stream = useRef<Stream>(undefined)
  const at = useRef<Wanted>({
    seconds: item.progress?.finished ? 0 : (item.progress?.position ?? 0),
    plays: false,
    speed: 1,
    length: 0,
  })
  const failures = useRef(0)
  const stored = useRef(0)
  const endsAt = useRef(0)
  const poster = useRef<string>(undefined)
  /** Their addresses are those of an earlier response: a browser loads a track when it is switched on. */
  const [tracks, setTracks] = useState<MediaAddress['captions']>([])
  const tracksEndAt = useRef(0)

  /** One request at a time: an element reports the same end of an address more than once. */
  const renewing = useRef<Promise<MediaAddress | undefined>>(undefined)
  function renew() {
    renewing.current ??= requestAddress().finally(() => (renewing.current = undefined))
    return renewing.current
  }
  async function requestAddress(): Promise<MediaAddress | undefined> {
    let wasRefused = false
    for (const wait of [...RETRY_MS, undefined]) {
      const start = Date.now()
      try {
        const next = await embed.call(openMedia, { item: item.id })
        // The server counts whole seconds.
        endsAt.current = start + (next.seconds - 1) * 1000
        poster.current ??= next.poster ?? item.cover
        setMedia(next)
        return next
      } catch (error) {
        if (wait === undefined || (wasRefused && isRefusal(error))) break
        wasRefused = isRefusal(error)
        if (wasRefused) await onRefused()
        else await new Promise((resolve) => setTimeout(resolve, wait))
        if (isGone.current) return undefined
      }
    }
    setFailed(true)
    return undefined
  }
  const controls = controlsOf(player, at, () => void renew())
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    void open()
    return () => void (isGone.current = true)
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
    // Addresses of the same second are equal, and an equal one loads nothing: the element stays as it failed.
    if (way !== 'hls.js' && player.current?.error) player.current.load()
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
  const hasEnded = () => Date.now() > endsAt.current - EARLY_MS
  function onError() {
    // An address that ended is no failure of the stream.
    if (hasEnded()) {
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
    if (Number.isFinite(current.duration)) at.current.length = current.duration
    applySpeed(current, at.current.speed)
    if (at.current.seconds > 0 && Math.abs(current.currentTime - at.current.seconds) > 1)
      current.currentTime = at.current.seconds
    if (at.current.plays) void current.play().catch(() => undefined)
  }
  function onTime() {
    const { current } = player
    if (!current || current.seeking || current.error || current.readyState < 2) return
    if (current.currentTime > at.current.seconds) failures.current = 0
    at.current.seconds = current.currentTime
    at.current.plays = !current.paused
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
      onKeyDown={(event) => player.current && onPlayerKey(event, player.current, controls, nextCaptions)}
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
        onPlay={({ currentTarget }) => {
          at.current.plays = true
          if (currentTarget.error) void renew()
        }}
        onSeeking={({ currentTarget }) => {
          if (currentTarget.readyState === 0 || currentTarget.error) return
          at.current.seconds = currentTarget.currentTime
          // One that is paused may wait for ever for what is not loaded.
          if (way !== 'hls.js' && hasEnded() && !isBuffered(currentTarget, at.current.seconds)) void renew()
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
        onSpeed={controls.setSpeed}
        onSeek={(seconds) => {
          controls.seek(seconds)
          controls.play()
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
