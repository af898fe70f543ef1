import type { Cue } from '../endpoints-studio.ts'

/**
 * WebVTT of plain cues, in the order of their times. All that has a meaning there is escaped or removed, so a cue is neither markup, nor
 * the end of its block, nor a style or region.
 */
export function vttOf(cues: readonly Cue[]): string {
  const blocks = [...cues]
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .map(({ start, end, text }) => `${timeOf(start)} --> ${timeOf(end)}\n${plainText(text)}`)
  return `WEBVTT\n\n${blocks.join('\n\n')}\n`
}

/** For example `01:02:03.004`. @param ms milliseconds */
export function timeOf(ms: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${String(Math.floor(ms % 1000)).padStart(3, '0')}`
}

const plainText = (text: string) =>
  text
    .split(/[\r\n\u2028\u2029]+/)
    .map((line) =>
      line
        // oxlint-disable-next-line no-control-regex -- characters that end a cue or a file
        .replaceAll(/[\u0000-\u001f\u007f]/g, ' ')
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .trim(),
    )
    .filter(Boolean)
    .join('\n')
