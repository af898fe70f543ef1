import Hls from 'hls.js/light'

/** Seconds that are loaded ahead: what is already loaded plays on after access was lost. */
const AHEAD_SECONDS = 20

export interface Stream {
  /** Loads what follows from another address of the same stream. */
  renew: (main: string) => void
  /** Loads again after a failure. */
  restart: (seconds: number) => void
  close: () => void
}

/**
 * Plays an HLS stream with Media Source Extensions.
 * @param main address of the main playlist; the other files are beside it
 */
export function openStream(
  video: HTMLVideoElement,
  main: string,
  seconds: number,
  onFailed: () => void,
): Stream {
  let folder = folderOf(main)
  const hls = new Hls({
    // The page's policy allows no workers.
    enableWorker: false,
    maxBufferLength: AHEAD_SECONDS,
    maxMaxBufferLength: AHEAD_SECONDS,
    backBufferLength: AHEAD_SECONDS,
    capLevelToPlayerSize: true,
    startPosition: seconds > 0 ? seconds : -1,
    // Playlists were read with an earlier address.
    xhrSetup: (request, url) => request.open('GET', `${folder}${url.slice(url.lastIndexOf('/') + 1)}`, true),
  })
  hls.on(Hls.Events.ERROR, (_, { fatal, type }) => {
    if (!fatal) return
    if (type === Hls.ErrorTypes.MEDIA_ERROR) hls.recoverMediaError()
    else onFailed()
  })
  hls.loadSource(new URL(main, location.href).href)
  hls.attachMedia(video)
  return {
    renew: (next) => void (folder = folderOf(next)),
    restart: (from) => hls.startLoad(from),
    close: () => hls.destroy(),
  }
}

const folderOf = (main: string) => main.slice(0, main.lastIndexOf('/') + 1)
