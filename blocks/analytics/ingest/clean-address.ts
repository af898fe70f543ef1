/** What of a page's address is stored. */
export interface CleanPage {
  path: string
  source: string
  medium: string
  campaign: string
}

const MOST_PATH = 500
const MOST_LABEL = 120
/** Query parameters that name where a visitor came from. */
const SOURCES = ['utm_source', 'source', 'ref']

const EMAIL = /[^\s@/?&=#;,:]+(?:@|%40)[^\s@/?&=#;,]+\.[a-z]{2,}/gi
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
/** Digits and letters without a break: tokens, keys, session ids. Words of a title are shorter. */
const isToken = (piece: string) =>
  UUID.test(piece) ||
  piece.startsWith('eyJ') ||
  piece
    .split(/[^\p{L}\p{N}]/u)
    .some(
      (word) =>
        word.length > 40 ||
        (word.length >= 16 && /\d/.test(word) && (/^[0-9a-f]+$/i.test(word) || /[a-z]/i.test(word))),
    )

/**
 * Text of a page, link or event without email addresses, tokens and characters that are not shown. It is shown as text only, so markup in it
 * stays as it is.
 */
export function cleanText(text: string, most = MOST_LABEL): string {
  return (
    text
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex -- what is removed
      .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, '')
      .replace(EMAIL, ':email')
      .split(/(?<=[\s/])|(?=[\s/])/)
      .map((piece) => (isToken(piece) ? ':token' : piece))
      .join('')
      .trim()
      .slice(0, most)
      // A cut through a pair of surrogates.
      .toWellFormed()
  )
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The path of an address, with its route if the site routes in the fragment (`#/shop`). Queries are not stored. */
function pathOf({ pathname, hash }: URL): string {
  const route = /^#!?\/[^?]*/.exec(hash)?.[0] ?? ''
  const path = decoded(pathname).replace(/(?<=.)\/+$/, '')
  return cleanText(path + decoded(route), MOST_PATH) || '/'
}

const bare = (host: string) => host.toLowerCase().replace(/^www\./, '')

/**
 * @param site host of the page
 * @returns what is stored of the page; an address that is none counts for the start page
 */
export function cleanPage(url: string, referrer: string | undefined, site: string): CleanPage {
  const page = URL.parse(url)
  const query = page?.searchParams
  const label = (name: string) => cleanText(query?.get(name) ?? '')
  const named = SOURCES.map(label).find(Boolean)
  const from = referrer ? URL.parse(referrer) : null
  const host = from && /^https?:$/.test(from.protocol) ? bare(from.hostname) : ''
  return {
    path: page ? pathOf(page) : '/',
    source: (named ?? (host === bare(site.replace(/:\d+$/, '')) ? '' : host))
      .slice(0, MOST_LABEL)
      .toLowerCase(),
    medium: label('utm_medium').toLowerCase(),
    campaign: label('utm_campaign'),
  }
}

/** Host and path of a link. Others, such as `tel:` links, are only named by their kind, because the rest is personal. */
export function cleanLink(url: string): string {
  const link = URL.parse(url)
  if (!link) return ''
  if (!/^https?:$/.test(link.protocol)) return link.protocol.slice(0, 40)
  return cleanText(bare(link.host) + (link.pathname === '/' ? '' : decoded(link.pathname)), 200)
}
