import { type FunctionComponent, useEffect, useState } from 'react'
import type { EmbedApi } from '#kernel/browser/embed-page.ts'
import type { LibraryItem } from '../endpoints.ts'
import { texts } from './texts/spoken.ts'

interface PlayerProps {
  item: LibraryItem
  embed: EmbedApi
  signedIn: boolean
  /** Access may have ended: reads the item again. */
  onRefused: () => Promise<void>
}

/** The player, whose code is loaded with the first item that needs it. */
export function LazyPlayer(props: PlayerProps) {
  const [Player, setPlayer] = useState<FunctionComponent<PlayerProps>>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    import('./player/player.tsx').then(
      (module) => setPlayer(() => module.default),
      () => setFailed(true),
    )
  }, [])
  if (failed)
    return (
      <p role="alert" className="lib-quiet">
        {texts.errors.media}
      </p>
    )
  return Player ? (
    <Player {...props} />
  ) : (
    <div className="lib-player" data-kind={props.item.kind} aria-busy="true" />
  )
}
