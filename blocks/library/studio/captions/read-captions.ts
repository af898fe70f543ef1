import type { Cue } from '#blocks/library/endpoints-studio.ts'

const TIMES =
  /^((?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3})\s+-->\s+((?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3})(?:\s|$)/
const MOST_LETTERS = 1000
const MOST_CUES = 5000

/**
 * Reads WebVTT or SubRip: times and plain text. Styles, regions, notes, positions and markup are dropped.
 * @throws {Error} whose message can be shown
 */
export function readCaptionFile(content: string): Cue[] {
  const blocks = content
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n{2,}/)
  const cues: Cue[] = []
  for (const block of blocks) {
    const lines = block.split('\n')
    const at = lines.findIndex((line) => line.includes('-->'))
    // A number or a name may precede the times.
    if (at < 0 || at > 1 || /^(STYLE|REGION|NOTE)\b/.test(lines[0]!)) continue
    const [, start, end] = TIMES.exec(lines[at]!.trim()) ?? []
    if (!start || !end) continue
    const text = plainText(lines.slice(at + 1).join('\n')).slice(0, MOST_LETTERS)
    const cue = { start: readTime(start)!, end: readTime(end)!, text }
    if (text && cue.start < cue.end) cues.push(cue)
  }
  if (cues.length === 0)
    throw new Error('The file has no captions. Choose a WebVTT (.vtt) or SubRip (.srt) file.')
  if (cues.length > MOST_CUES)
    throw new Error(`The file has more than ${MOST_CUES.toLocaleString('en-US')} captions.`)
  return cues.sort((a, b) => a.start - b.start || a.end - b.end)
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: '\u00A0',
  lrm: '\u200E',
  rlm: '\u200F',
}

/** Tags such as `<v Ann>` and `<b>` are removed first, then entities are read, so that what they spell stays text. */
function plainText(markup: string): string {
  return (
    markup
      .replaceAll(/<[^>\n]*>/g, '')
      .replaceAll(/\{\\[^}\n]*\}/g, '')
      .replaceAll(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, name: string) => ENTITIES[name]!)
      // oxlint-disable-next-line no-control-regex -- characters that cues must not contain
      .replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .join('\n')
  )
}

/** For example `1:02:03.004` or `2:03`. @returns milliseconds; undefined if it is no time */
export function readTime(typed: string): number | undefined {
  const [, hours = '0', minutes, seconds, part = '0'] =
    /^(?:(\d{1,3}):)?(\d{1,2}):(\d{2})(?:[.,](\d{1,3}))?$/.exec(typed.trim()) ?? []
  if (minutes === undefined || Number(minutes) > 59 || Number(seconds) > 59) return undefined
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 + Number(part.padEnd(3, '0'))
}

/** For example `0:01:02.500`. */
export function timeText(ms: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const rest = String(ms % 1000).padStart(3, '0')
  return `${Math.floor(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${rest}`
}
