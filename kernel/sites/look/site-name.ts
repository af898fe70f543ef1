import { shownName } from '#kernel/contract.ts'
import { decodeEntities, type Tag } from '../tags.ts'

/** Maximum characters of a site's name. */
const MOST_NAME = 48
/** Titles that say which page it is, not whose. */
const PAGE_NAMES = /^(?:home|homepage|start|startseite|welcome|index|accueil|inicio)$/i

/**
 * The name that a page gives its site, else its host. The text is the site's own: one line without control and
 * direction characters, cut to a length that fits a heading.
 */
export function siteName(tags: readonly Tag[], host: string): string {
  const meta = (name: string) =>
    tags
      .find(
        (tag) =>
          tag.name === 'meta' && (tag.attributes.get('property') ?? tag.attributes.get('name')) === name,
      )
      ?.attributes.get('content')
  const title = tags.find(({ name }) => name === 'title')?.text.slice(0, 1000) ?? ''
  for (const text of [meta('og:site_name'), meta('application-name'), nameIn(decodeEntities(title), host)]) {
    const name = shownName((text ?? '').slice(0, 1000))
    if (name) return cut(name)
  }
  return cut(host)
}

/** The part of a title that resembles the host; else the first that is not the name of a page. */
function nameIn(title: string, host: string): string | undefined {
  const parts = title
    .split(/\s[|·•–—:-]\s/, 8)
    .map((part) => part.trim())
    .filter(Boolean)
  const letters = plain(host.replace(/^www\./, ''))
  return (
    parts.find((part) => plain(part).length > 2 && letters.includes(plain(part))) ??
    parts.find((part) => !PAGE_NAMES.test(part)) ??
    parts[0]
  )
}

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

function cut(name: string): string {
  const signs = Array.from(name)
  return signs.length > MOST_NAME
    ? `${signs
        .slice(0, MOST_NAME - 1)
        .join('')
        .trimEnd()}…`
    : name
}
