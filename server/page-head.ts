import { CANONICAL, PAGE_HEADS, type PageHead, sharedSiteHead } from '#features/marketing/page-heads.ts'

/** The part of index.html that is replaced by the page's title and description. */
const HEAD_SLOT = /<title>[\s\S]*?<\/title>\s*<meta\s+name="description"[^>]*>/
/** Size of each preview picture in pixels. */
const IMAGE = { width: 1200, height: 630 }
const OWN_IMAGE = {
  path: '/og.png',
  alt: 'A bakery’s own website with the Pay Block on it, beside the script tag',
}

/** Paths with their own title and description. */
export const headedPaths: readonly string[] = [...Object.keys(PAGE_HEADS), ...Object.keys(CANONICAL)]

/**
 * The Studio's page with title, description and preview for one path. Search engines and messengers read these without
 * running scripts; paths that should not be indexed are marked as such.
 * @param path one of `headedPaths`, or undefined for every other path
 */
export function withHead(page: string, publicUrl: string, path?: string): string {
  const shown = path && (CANONICAL[path] ?? path)
  const head = shown === undefined ? undefined : PAGE_HEADS[shown]
  const lines = head
    ? linesOf(head, publicUrl, publicUrl + shown)
    : ['<title>Bolt Blocks</title>', '<meta name="robots" content="noindex" />']
  return page.replace(HEAD_SLOT, () => lines.join('\n    '))
}

/**
 * The same for `/try?site=…`, whose preview shows that site.
 * @returns undefined if it is not a web address
 */
export function withSharedSite(page: string, publicUrl: string, site: string): string | undefined {
  const head = sharedSiteHead(site)
  if (!head) return undefined
  const address = `${publicUrl}/try?${new URLSearchParams({ site })}`
  return page.replace(HEAD_SLOT, () => linesOf(head, publicUrl, address).join('\n    '))
}

function linesOf(head: PageHead, publicUrl: string, address: string): string[] {
  const { path, alt } = head.image ?? OWN_IMAGE
  return [
    `<title>${escapeText(head.title)}</title>`,
    meta('name', 'description', head.description),
    ...(head.noindex ? [meta('name', 'robots', 'noindex')] : []),
    `<link rel="canonical" href="${escapeText(address)}" />`,
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', 'Bolt Blocks'),
    meta('property', 'og:title', head.title),
    meta('property', 'og:description', head.description),
    meta('property', 'og:url', address),
    meta('property', 'og:image', publicUrl + path),
    meta('property', 'og:image:width', String(IMAGE.width)),
    meta('property', 'og:image:height', String(IMAGE.height)),
    meta('property', 'og:image:alt', alt),
    meta('name', 'twitter:card', 'summary_large_image'),
  ]
}

const meta = (kind: 'name' | 'property', name: string, content: string) =>
  `<meta ${kind}="${name}" content="${escapeText(content)}" />`

const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
