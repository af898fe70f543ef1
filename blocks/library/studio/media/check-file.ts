import type { ItemKind } from '#blocks/library/endpoints.ts'

/** What a field takes: the file of an item, or a cover. */
export type MediaUse = Extract<ItemKind, 'file' | 'audio' | 'video'> | 'cover'

interface MediaRule {
  /** For the browser's dialog. */
  accept: string
  isType: (type: string) => boolean
  mostBytes: number
  /** What fits, in the error. */
  expected: string
}

const GB = 1e9
const COVER_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif']

const RULES: Record<MediaUse, MediaRule> = {
  file: { accept: '', isType: () => true, mostBytes: 5 * GB, expected: 'a file' },
  audio: {
    accept: 'audio/*',
    isType: (type) => type.startsWith('audio/'),
    mostBytes: 5 * GB,
    expected: 'an audio file, for example MP3 or M4A',
  },
  video: {
    accept: 'video/*',
    isType: (type) => type.startsWith('video/'),
    mostBytes: 5 * GB,
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

/** Why a file cannot be used, before it is sent. The server checks its own limits again. */
export function fileProblem(
  use: MediaUse,
  { name, type, size }: Pick<File, 'name' | 'type' | 'size'>,
): string | undefined {
  const { isType, mostBytes, expected } = RULES[use]
  if (size === 0) return `${name} is empty.`
  if (!isType(type)) return `${name} has the wrong type. Choose ${expected}.`
  if (size > mostBytes)
    return `${name} is too large: ${sizeText(size)}. The maximum is ${sizeText(mostBytes)}.`
  return undefined
}

const UNITS = ['B', 'kB', 'MB', 'GB'] as const

/** For example `3.4 MB`. */
export function sizeText(bytes: number): string {
  const unit = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), 3)
  const value = bytes / 1000 ** unit
  return `${value.toLocaleString('en-US', { maximumFractionDigits: value < 10 && unit > 0 ? 1 : 0 })} ${UNITS[unit]}`
}
