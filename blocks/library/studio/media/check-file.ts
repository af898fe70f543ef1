import type { ItemKind } from '#blocks/library/endpoints.ts'

/** What a field takes: the file of an item, or a cover. */
export type MediaUse = Extract<ItemKind, 'file' | 'audio' | 'video'> | 'cover'

interface MediaRule {
  /** For the browser's dialog. */
  accept: string
  isType: (type: string) => boolean
  /** Unless the server's own limit is lower. */
  mostBytes?: number
  /** What fits, in the error. */
  expected: string
}

const COVER_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif']

const RULES: Record<MediaUse, MediaRule> = {
  file: { accept: '', isType: () => true, expected: 'a file' },
  audio: {
    accept: 'audio/*',
    isType: (type) => type.startsWith('audio/'),
    expected: 'an audio file, for example MP3 or M4A',
  },
  video: {
    accept: 'video/*',
    isType: (type) => type.startsWith('video/'),
    expected: 'a video file, for example MP4 or WebM',
  },
  cover: {
    accept: COVER_TYPES.join(','),
    isType: (type) => COVER_TYPES.includes(type),
    mostBytes: 10e6,
    expected: 'a picture (PNG, JPEG, WebP, AVIF or GIF)',
  },
}

export const acceptOf = (use: MediaUse): string | undefined => RULES[use].accept || undefined

/** @param serverBytes most bytes of a file on this server */
const mostBytesOf = (use: MediaUse, serverBytes: number) =>
  Math.min(RULES[use].mostBytes ?? Infinity, serverBytes)

/** For example `50 MB`: never more than what is accepted. */
export const limitText = (use: MediaUse, serverBytes: number): string =>
  sizeText(mostBytesOf(use, serverBytes), Math.floor)

/**
 * Why a file cannot be used, before it is sent. The server checks its own limits again.
 * @param serverBytes most bytes of a file on this server
 */
export function fileProblem(
  use: MediaUse,
  { name, type, size }: Pick<File, 'name' | 'type' | 'size'>,
  serverBytes: number,
): string | undefined {
  const { isType, expected } = RULES[use]
  if (size === 0) return `${name} is empty.`
  if (!isType(type)) return `${name} has the wrong type. Choose ${expected}.`
  const most = mostBytesOf(use, serverBytes)
  if (size <= most) return undefined
  const tooLarge = `${name} is too large: ${sizeText(size, Math.ceil)}.`
  return most < serverBytes
    ? `${tooLarge} The maximum is ${limitText(use, serverBytes)}.`
    : `${tooLarge} This server accepts files of up to ${limitText(use, serverBytes)}. Choose a smaller file, or contact the operator about the limit.`
}

const UNITS = ['B', 'kB', 'MB', 'GB'] as const

/** For example `3.4 MB`. */
export function sizeText(bytes: number, round: (value: number) => number = Math.round): string {
  const unit = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), 3)
  const value = bytes / 1000 ** unit
  const per = value < 10 && unit > 0 ? 10 : 1
  return `${(round(value * per) / per).toLocaleString('en-US')} ${UNITS[unit]}`
}
