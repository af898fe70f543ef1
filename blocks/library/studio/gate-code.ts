import type { StaffItem } from '#blocks/library/endpoints-studio.ts'

/** The element that contains the gated part. Its class is what the structured data names. */
export const gateTag = ({ slug }: Pick<StaffItem, 'slug'>): string =>
  `<div class="bb-gate" data-bb-gate="${slug}" data-theme="auto"></div>`

/**
 * Structured data for the head of the page around a gate: search engines then know that the part is behind a paywall, and do not take it for
 * cloaking. https://developers.google.com/search/docs/appearance/structured-data/paywalled-content
 */
export function paywallData({
  title,
  summary,
  published_at: publishedAt,
}: Pick<StaffItem, 'title' | 'summary' | 'published_at'>): string {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: title,
    ...(summary !== null && { description: summary }),
    ...(publishedAt !== null && { datePublished: publishedAt }),
    isAccessibleForFree: false,
    hasPart: { '@type': 'WebPageElement', isAccessibleForFree: false, cssSelector: '.bb-gate' },
  }
  // A title may contain what would end the element.
  const json = JSON.stringify(data, null, 2).replaceAll('<', '\\u003c')
  return `<script type="application/ld+json">\n${json}\n</script>`
}
