import type { ItemKind, MediaAddress } from '#blocks/library/endpoints.ts'

/** `native`: the browser plays HLS itself; `file`: the file as it was uploaded. */
export type Way = 'native' | 'hls.js' | 'file'

/** How this browser can play media, the best first. Each is tried after the one before failed. */
export function waysOf(kind: ItemKind, { stream }: MediaAddress): Way[] {
  if (kind !== 'video' || !stream) return ['file']
  const isNative = document.createElement('video').canPlayType('application/vnd.apple.mpegurl') !== ''
  return [
    ...(isNative ? ['native' as const] : []),
    ...('MediaSource' in window ? ['hls.js' as const] : []),
    'file',
  ]
}
