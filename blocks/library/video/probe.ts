import { ConversionFailed } from './failures.ts'
import { runProgram } from './run-program.ts'
import { headOf, sniffContainer } from './sniff-container.ts'
import type { Container } from './sniff-container.ts'

/** Pixels on one side. */
const MOST_PIXELS = 8192

export interface Source {
  container: Container
  width: number
  height: number
  seconds: number
  framesPerSecond: number
  hasSound: boolean
}

interface Tools {
  ffmpeg: string
  ffprobe: string
}

/**
 * Options before each input: only this demuxer, only local files, and no references to other files, which MOV can have. A file that
 * is a playlist or a list of files therefore opens nothing.
 */
export const inputOf = (container: Container, file: string): string[] => [
  '-protocol_whitelist',
  'file',
  '-f',
  container,
  ...(container === 'mov' ? ['-enable_drefs', '0', '-use_absolute_path', '0'] : []),
  '-i',
  `file:${file}`,
]

/** Limits of a decoder: allocations of a damaged header, and decoders that read files themselves. */
export const SAFE = ['-hide_banner', '-v', 'error', '-max_alloc', '536870912']

/**
 * What is in an uploaded file.
 * @param file its name in `folder`
 * @throws {ConversionFailed}
 */
export async function probe(
  { ffprobe }: Tools,
  file: string,
  { folder, signal, maxSeconds }: { folder: string; signal: AbortSignal; maxSeconds: number },
): Promise<Source> {
  const container = sniffContainer(await headOf(`${folder}/${file}`))
  if (!container) throw new ConversionFailed('not_video')
  const entries =
    'format=duration:stream=codec_type,width,height,avg_frame_rate,duration:stream_disposition=attached_pic'
  const { code, output, errors } = await runProgram(
    ffprobe,
    [...SAFE, ...inputOf(container, file), '-show_entries', entries, '-of', 'json'],
    { folder, signal },
  )
  if (code !== 0) throw new ConversionFailed('not_video', errors)
  const { streams = [], format = {} } = JSON.parse(output) as Probed
  const picture = streams.find((each) => each.codec_type === 'video' && !each.disposition?.attached_pic)
  if (!picture?.width || !picture.height) throw new ConversionFailed('no_picture')
  if (Math.max(picture.width, picture.height) > MOST_PIXELS) throw new ConversionFailed('too_large')
  const seconds = Number(format.duration ?? picture.duration ?? 0)
  if (seconds > maxSeconds) throw new ConversionFailed('too_long')
  const [frames = 0, per = 1] = (picture.avg_frame_rate ?? '').split('/').map(Number)
  return {
    container,
    width: picture.width,
    height: picture.height,
    seconds: seconds > 0 ? seconds : 0,
    framesPerSecond: per > 0 ? frames / per : 0,
    hasSound: streams.some((each) => each.codec_type === 'audio'),
  }
}

interface Probed {
  streams?: {
    codec_type?: string
    width?: number
    height?: number
    avg_frame_rate?: string
    duration?: string
    disposition?: { attached_pic?: number }
  }[]
  format?: { duration?: string }
}
