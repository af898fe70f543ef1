import { execFileSync } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { endWithThisProcess } from './guardian/guard.ts'
import { ROOT } from './test-cluster.ts'

/** Absolute path of the machine's ffmpeg, which has ffprobe beside it; undefined without one. Debian: `apt-get install ffmpeg`. */
export const ffmpegOfMachine: string | undefined = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'ffmpeg'))
  .find((file) => existsSync(file) && existsSync(join(dirname(file), 'ffprobe')))

/** Reason to skip a test, or false. */
export const needsFfmpeg: string | false = ffmpegOfMachine ? false : 'ffmpeg is not installed'

let folder: string | undefined

/** A folder for clips, which ends with this process. */
export function clipFolder(): string {
  if (folder) return folder
  folder = join(ROOT, '.tmp', `clips-${randomUUID()}`)
  mkdirSync(folder, { recursive: true })
  endWithThisProcess({ folder })
  return folder
}

/**
 * An ffmpeg that reads its input no faster than it plays while a file `slow` is beside it, so that a test of interruptions
 * depends on no machine's speed.
 * @returns `path` of the program, and of the file `slow`
 */
export function slowFfmpeg(): { path: string; slow: string } {
  const own = join(clipFolder(), `ffmpeg-${randomUUID()}`)
  mkdirSync(own)
  const [path, slow] = [join(own, 'ffmpeg'), join(own, 'slow')]
  const text = `#!/bin/sh\nif [ -e '${slow}' ]; then exec '${ffmpegOfMachine}' -re "$@"; fi\nexec '${ffmpegOfMachine}' "$@"\n`
  writeFileSync(path, text, { mode: 0o755 })
  symlinkSync(join(dirname(ffmpegOfMachine!), 'ffprobe'), join(own, 'ffprobe'))
  return { path, slow }
}

/**
 * Makes a clip of a moving test picture with a tone.
 * @returns its path
 */
export function makeClip({
  seconds,
  size = '640x360',
  framesPerSecond = 12,
  hasSound = true,
  name = `${randomUUID()}.mp4`,
}: {
  seconds: number
  size?: string
  framesPerSecond?: number
  hasSound?: boolean
  name?: string
}): string {
  const file = join(clipFolder(), name)
  const picture = `-v error -f lavfi -i testsrc2=s=${size}:r=${framesPerSecond}:d=${seconds}`
  const sound = hasSound ? ` -f lavfi -i sine=440:d=${seconds} -c:a aac` : ''
  const options = `${picture}${sound} -c:v libx264 -preset ultrafast -pix_fmt yuv420p -y`.split(' ')
  execFileSync(ffmpegOfMachine!, [...options, file], { stdio: ['ignore', 'ignore', 'inherit'] })
  return file
}
