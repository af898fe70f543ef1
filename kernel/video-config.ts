import { accessSync, constants } from 'node:fs'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import * as z from 'zod'

/** Settings for media of the library; kernel/config.ts reads them with all others. */
export const videoSettings = {
  FFMPEG_PATH: z
    .string()
    .refine((value) => value === 'off' || isAbsolute(value), 'must be an absolute path of ffmpeg, or off')
    .optional(),
  VIDEO_MAX_SECONDS: z.coerce.number().int().min(1).max(43_200).default(14_400),
  MEDIA_ADDRESS_SECONDS: z.coerce.number().int().min(5).max(300).default(300),
}

type VideoSettings = z.output<z.ZodObject<typeof videoSettings>>

export interface VideoConfig {
  /** The programs that convert videos; undefined: videos are served as they were uploaded. */
  tools?: { ffmpeg: string; ffprobe: string } | undefined
  /** Longer videos are not converted. */
  maxSeconds: number
  /** Lifetime of an address of media. */
  addressSeconds: number
}

/** @param path where programs are searched for: PATH of the environment */
export function videoConfig(s: VideoSettings, path: string | undefined): VideoConfig {
  return {
    tools: toolsOf(s.FFMPEG_PATH, path),
    maxSeconds: s.VIDEO_MAX_SECONDS,
    addressSeconds: s.MEDIA_ADDRESS_SECONDS,
  }
}

/** A given path must exist: the operator relies on it. */
export function videoFaults(s: VideoSettings): string[] {
  if (s.FFMPEG_PATH === undefined || s.FFMPEG_PATH === 'off' || toolsOf(s.FFMPEG_PATH, undefined)) return []
  return ['FFMPEG_PATH must name a program ffmpeg that has ffprobe in the same folder']
}

function toolsOf(given: string | undefined, path = ''): VideoConfig['tools'] {
  if (given === 'off') return undefined
  const candidates = given
    ? [given]
    : path
        .split(delimiter)
        .filter(isAbsolute)
        .map((folder) => join(folder, 'ffmpeg'))
  for (const ffmpeg of candidates) {
    const ffprobe = join(dirname(ffmpeg), 'ffprobe')
    if (isProgram(ffmpeg) && isProgram(ffprobe)) return { ffmpeg, ffprobe }
  }
  return undefined
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
