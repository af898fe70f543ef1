import { siteAddress } from '#kernel/sites/site-address.ts'

/** Titles and descriptions that search engines and link previews read before any script runs. */
export interface PageHead {
  title: string
  description: string
  /** The preview's picture, by its path; else the product's own. */
  image?: { path: string; alt: string }
  /** Excluded from search engines: anyone can make any number of such addresses. */
  noindex?: true
}

/** The picture of a shared site, `?site=` (picture/picture-pages.ts). */
export const SITE_PICTURE = '/try/picture.png'

const NAME = 'Bolt Blocks'

/** Pages that search engines may index, by path; all others are excluded. */
export const PAGE_HEADS: Readonly<Record<string, PageHead>> = {
  '/': {
    title: `${NAME} · Sign-in and payments for the site you already have`,
    description:
      'Paste one script tag per block into WordPress, Webflow or plain HTML. Your visitors sign up and pay on your own page, and the money goes straight to your Stripe account.',
  },
  '/try': {
    title: `Try in 60 seconds · ${NAME}`,
    description: 'The snippet, where to paste it, and a live preview of the blocks it brings.',
  },
  '/trust': {
    title: `Trust and security · ${NAME}`,
    description:
      'How payments, sign-in and data are separated: where card details go, who may read which row, what is stored and what is not.',
  },
  '/trust-check': {
    title: `Trust check · ${NAME}`,
    description:
      'Check a site’s HTTPS, HSTS and content policy, and whether they let card payments and the blocks through.',
  },
  '/playground': {
    title: `Playground · ${NAME}`,
    description: 'Every block in every theme and width, with the code that puts it on a page.',
  },
  '/pricing': {
    title: `Pricing · ${NAME}`,
    description: 'Free, Pro and Business. All plans include hosting, SSL and a global CDN. No setup fees.',
  },
  '/auth': {
    title: `Sign in · ${NAME}`,
    description: 'Sign in to the Studio, or create an account. The Free plan needs no card.',
  },
}

/** The canonical path under which search engines should list this page. */
export const CANONICAL: Readonly<Record<string, string>> = { '/home': '/', '/bolt/pricing': '/pricing' }

/** Maximum characters of a host in a title. */
const MOST_HOST = 80

/**
 * The head of `/try?site=…`: it names the site by its address alone, because the page must not wait for another server.
 * @returns undefined if it is not a web address
 */
export function sharedSiteHead(typed: string): PageHead | undefined {
  const address = siteAddress(typed.slice(0, 2048))
  if (!address) return undefined
  const host = address.host.length > MOST_HOST ? `${address.host.slice(0, MOST_HOST - 1)}…` : address.host
  return {
    title: `${host} with Bolt Blocks`,
    description: `Live blocks in the colors of ${host}, and the tag that puts them on the page.`,
    image: {
      path: `${SITE_PICTURE}?${new URLSearchParams({ site: address.href })}`,
      alt: `Blocks in the colors of ${host}`,
    },
    noindex: true,
  }
}
