import { ConversionFailed } from './failures.ts'

/** A media playlist whose segments are ranges of one file. */
export interface MediaPlaylist {
  text: string
  /** Bits per second of its largest segment, as EXT-X-STREAM-INF wants it. */
  peak: number
  seconds: number
  segments: number
}

const SEGMENT = /^#EXTINF:([\d.]+),[^\n]*\n#EXT-X-BYTERANGE:(\d+)(?:@\d+)?\n(\S+)$/gm

/**
 * Reads the playlist that ffmpeg wrote.
 * @throws {ConversionFailed} if it is incomplete or names another file
 */
export function readMediaPlaylist(text: string, file: string): MediaPlaylist {
  const segments = [...text.matchAll(SEGMENT)].map(([, seconds, bytes, name]) => ({
    seconds: Number(seconds),
    bytes: Number(bytes),
    name,
  }))
  const isComplete =
    segments.length > 0 && text.includes(`#EXT-X-MAP:URI="${file}"`) && /#EXT-X-ENDLIST\s*$/.test(text)
  if (!isComplete || segments.some(({ name }) => name !== file)) throw new ConversionFailed('damaged')
  // The last segment may be shorter than a frame; its rate says nothing.
  const rates = segments
    .filter(({ seconds }) => seconds >= 0.5)
    .map(({ seconds, bytes }) => (bytes * 8) / seconds)
  return {
    text,
    peak: Math.ceil(Math.max(...rates, 1)),
    seconds: segments.reduce((sum, each) => sum + each.seconds, 0),
    segments: segments.length,
  }
}

const STREAM = /^#EXT-X-STREAM-INF:(.*)\n(\S+)$/gm

/** The main playlist with the measured rates: ffmpeg writes those it was given. */
export function mainPlaylist(written: string, playlists: ReadonlyMap<string, MediaPlaylist>): string {
  const streams = [...written.matchAll(STREAM)].map(([, attributes = '', name = '']) => {
    const playlist = playlists.get(name)
    if (!playlist) throw new ConversionFailed('damaged')
    const rest = attributes.replaceAll(/(AVERAGE-)?BANDWIDTH=\d+,?/g, '')
    return `#EXT-X-STREAM-INF:BANDWIDTH=${playlist.peak},${rest}\n${name}`
  })
  if (streams.length !== playlists.size) throw new ConversionFailed('damaged')
  return ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS', ...streams, ''].join('\n')
}
