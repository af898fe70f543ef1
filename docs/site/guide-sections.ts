import guides from './guides.ts'

/** A part of a page that the search finds. The last title is its own, the others are those above it. */
export interface Section {
  anchor: string
  titles: string[]
  text: string
}

/**
 * Returns the sections of a guide, or undefined for other files. VitePress' search reads the files of pages, and the
 * guides have no files.
 * @param file path of the page's file, for example `docs/guides/wordpress.md`
 */
export function guideSections(file: string): Section[] | undefined {
  const [, builder] = /docs\/guides\/([\w-]+)\.md$/.exec(file) ?? []
  const guide = guides.paths().find(({ params }) => params.builder === builder)
  if (!guide) return undefined
  const [head = '', ...rest] = guide.content.split(/^## /m)
  const page = titleAndText(head.replace(/^# /, ''))
  return [
    { anchor: slugOf(page.title), titles: [page.title], text: page.text },
    ...rest.map(titleAndText).map(({ title, text }) => ({
      anchor: slugOf(title),
      titles: [page.title, title],
      text,
    })),
  ]
}

function titleAndText(part: string): { title: string; text: string } {
  const [title = '', ...lines] = part.split('\n')
  return {
    title,
    text: lines
      .join('\n')
      .replaceAll(/```\w*|[*`]/g, '')
      .trim(),
  }
}

/** The anchor that VitePress gives to a heading of plain words. */
const slugOf = (title: string) => title.toLowerCase().replaceAll(' ', '-')
