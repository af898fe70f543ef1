import { availableParallelism } from 'node:os'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ConversionFailed } from './failures.ts'
import { renditionsOf } from './ladder.ts'
import type { Rendition } from './ladder.ts'
import { mainPlaylist, readMediaPlaylist } from './playlists.ts'
import { inputOf, probe, SAFE } from './probe.ts'
import type { Source } from './probe.ts'
import { runProgram } from './run-program.ts'
import type { Run } from './run-program.ts'

const SEGMENT_SECONDS = 4
const MOST_FRAMES_PER_SECOND = 60
const POSTER_WIDTH = 1280

/** A file of the result: its name, and its content or its path. */
export interface Made {
  name: string
  type: string
  text?: string
  file?: string
}

export interface Converted {
  files: Made[]
  heights: number[]
  seconds: number
}

export interface Conversion {
  tools: { ffmpeg: string; ffprobe: string }
  /** A folder of this conversion alone, with the uploaded file in it. */
  folder: string
  source: string
  maxSeconds: number
  signal: AbortSignal
  /** From 0 to 1. */
  onProgress: (share: number) => void
  /** Called with its length before the work starts. */
  onSeconds?: (seconds: number) => void
}

/**
 * Makes the renditions of an uploaded video with one run of ffmpeg: for each a file of fragments (fMP4) and a playlist of its ranges,
 * and a picture for before it plays.
 * @throws {ConversionFailed}
 */
export async function convert(conversion: Conversion): Promise<Converted> {
  const { tools, folder, source: file, signal } = conversion
  const source = await probe(tools, file, conversion)
  conversion.onSeconds?.(source.seconds)
  const renditions = renditionsOf(source)
  const run = { folder, signal }
  const encoded = await runProgram(
    tools.ffmpeg,
    encodeArgs(file, source, renditions, conversion.maxSeconds),
    {
      ...run,
      onLine: progressOf(source, conversion.onProgress),
    },
  )
  if (encoded.code !== 0)
    throw new ConversionFailed(
      /Unknown encoder/.test(encoded.errors) ? 'no_encoder' : 'damaged',
      encoded.errors,
    )
  const poster = await makePoster(conversion, source, run)
  const playlists = new Map(
    await Promise.all(
      renditions.map(async (_, at) => {
        const text = await readFile(join(folder, `${at}.m3u8`), 'utf8').catch(() => '')
        return [`${at}.m3u8`, readMediaPlaylist(text, `${at}.m4s`)] as const
      }),
    ),
  )
  const main = mainPlaylist(await readFile(join(folder, 'main.m3u8'), 'utf8'), playlists)
  return {
    heights: renditions.map(({ height }) => height),
    seconds: Math.max(...[...playlists.values()].map(({ seconds }) => seconds)),
    files: [
      ...renditions.map((_, at) => ({
        name: `${at}.m4s`,
        type: 'video/mp4',
        file: join(folder, `${at}.m4s`),
      })),
      ...[...playlists].map(([name, { text }]) => ({ name, type: PLAYLIST, text })),
      { name: 'main.m3u8', type: PLAYLIST, text: main },
      ...(poster ? [poster] : []),
    ],
  }
}

const PLAYLIST = 'application/vnd.apple.mpegurl'

/** Options without spaces in them. */
const options = (text: string) => text.split(' ')

function encodeArgs(file: string, source: Source, renditions: Rendition[], maxSeconds: number): string[] {
  const { hasSound } = source
  const sizes = renditions.map(
    ({ height }, at) =>
      `[s${at}]scale='if(gt(iw,ih),-2,${height})':'if(gt(iw,ih),${height},-2)',setsar=1[v${at}]`,
  )
  const split = `[0:v:0]split=${renditions.length}${renditions.map((_, at) => `[s${at}]`).join('')}`
  const maps = renditions.flatMap((_, at) => options(`-map [v${at}]${hasSound ? ' -map 0:a:0' : ''}`))
  const rates = renditions.flatMap(({ video }, at) =>
    options(`-maxrate:v:${at} ${video} -bufsize:v:${at} ${video * 2}`),
  )
  return [
    ...SAFE,
    ...options('-nostdin -y -progress pipe:1 -nostats'),
    ...inputOf(source.container, file),
    '-filter_complex',
    [split, ...sizes].join(';'),
    ...maps,
    // No data, subtitles or metadata of the uploaded file: they may name places and people.
    ...options(`-sn -dn -map_metadata -1 -map_chapters -1 -t ${maxSeconds}`),
    ...(source.framesPerSecond > MOST_FRAMES_PER_SECOND ? options(`-r ${MOST_FRAMES_PER_SECOND}`) : []),
    ...options(`-threads ${Math.max(1, availableParallelism() >> 1)}`),
    ...options('-c:v libx264 -preset veryfast -crf 23 -profile:v high -pix_fmt yuv420p'),
    ...rates,
    // Each segment starts with a key frame, at the same times in all renditions.
    ...options(`-force_key_frames expr:gte(t,n_forced*${SEGMENT_SECONDS}) -sc_threshold 0`),
    ...(hasSound ? options('-c:a aac -b:a 128k -ac 2 -ar 48000') : []),
    ...options(`-f hls -hls_time ${SEGMENT_SECONDS} -hls_playlist_type vod -hls_segment_type fmp4`),
    ...options('-hls_flags single_file+independent_segments -master_pl_name main.m3u8 -var_stream_map'),
    renditions.map((_, at) => (hasSound ? `v:${at},a:${at}` : `v:${at}`)).join(' '),
    '%v.m3u8',
  ]
}

/** ffmpeg reports the time of the last frame, in microseconds. */
function progressOf({ seconds }: Source, onProgress: (share: number) => void) {
  return (line: string) => {
    const [, time] = /^out_time_us=(\d+)$/.exec(line) ?? []
    if (time && seconds > 0) onProgress(Math.min(1, Number(time) / 1e6 / seconds))
  }
}

/** The picture of an early frame; a video without one needs none. */
async function makePoster(
  { tools, source: file, folder }: Conversion,
  source: Source,
  run: Run,
): Promise<Made | undefined> {
  const name = 'poster.jpg'
  const at = Math.min(3, source.seconds / 10).toFixed(2)
  await runProgram(
    tools.ffmpeg,
    [
      ...SAFE,
      ...options(`-nostdin -y -ss ${at}`),
      ...inputOf(source.container, file),
      ...options('-map 0:v:0 -frames:v 1 -map_metadata -1 -vf'),
      `scale='min(${POSTER_WIDTH},iw)':-2`,
      ...options(`-q:v 4 -f image2 -update 1 ${name}`),
    ],
    run,
  )
  const made = await stat(join(folder, name)).catch(() => undefined)
  return made?.size ? { name, type: 'image/jpeg', file: join(folder, name) } : undefined
}
