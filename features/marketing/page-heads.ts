/** Titles and descriptions that search engines and link previews read before any script runs. */
export interface PageHead {
  title: string
  description: string
}

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
