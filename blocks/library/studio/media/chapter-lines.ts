import type { Chapter } from '#blocks/library/endpoints.ts'

const LINE = /^(?:(\d{1,3}):)?(\d{1,2}):(\d{2})\s+(\S.*)$/
const MOST = 100
const MOST_LETTERS = 160

/** Chapters as they are typed: a line for each, with its time and title. */
export const linesOf = (chapters: readonly Chapter[]): string =>
  chapters.map(({ at, title }) => `${clockOf(at)} ${title}`).join('\n')

/** @returns the chapters, or what is wrong with which line */
export function chaptersOf(lines: string): { chapters: Chapter[] } | { problem: string } {
  const chapters: Chapter[] = []
  for (const [index, line] of lines.split('\n').entries()) {
    const text = line.trim()
    if (!text) continue
    const [, hours = '0', minutes, seconds, title] = LINE.exec(text) ?? []
    if (!title || Number(minutes) > 59 || Number(seconds) > 59)
      return { problem: `Line ${index + 1}: write a time and a title, for example 1:30 The dough.` }
    if (title.length > MOST_LETTERS)
      return { problem: `Line ${index + 1}: a title has at most ${MOST_LETTERS} characters.` }
    const at = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
    if (chapters.length && chapters.at(-1)!.at >= at)
      return { problem: `Line ${index + 1}: each chapter starts after the one before.` }
    chapters.push({ at, title })
  }
  return chapters.length > MOST ? { problem: `At most ${MOST} chapters.` } : { chapters }
}

/** For example 1:05 or 1:00:05. */
export function clockOf(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}
