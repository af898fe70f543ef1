import type { Translated } from '#kernel/browser/spoken.ts'
/** Texts of a creator's own block on a host page. */
export const texts = {
  title: 'Content',
  signIn: {
    title: (block: string) => `Sign in to see ${block}`,
    text: 'This part is for members of this site.',
    button: 'Sign In',
  },
  /** For members without access. `names`: products that open it. */
  closed: {
    title: (block: string) => `You do not have access to ${block}`,
    comesWith: (names: string) => `It comes with ${names}.`,
    signInToBuy: (names: string, price: string) =>
      `It comes with ${names}, ${price}. Sign in first, then buy it here.`,
    buy: (name: string) => `Buy ${name}`,
    opens: (day: string) => `It opens on ${day}.`,
    ask: 'Ask the owner of this site for access.',
  },
  /** The Studio's preview shows the same texts (kinds/paywall-texts.ts). */
  paywall: {
    title: (block: string, plan: string) => `${block} is part of ${plan}`,
    text: 'Upgrade to open it. Your account and data stay as they are.',
    button: 'Upgrade Plan',
    /** Follows the price. */
    every: { week: '/week', month: '/month', year: '/year' },
  },
  empty: 'Nothing here yet.',
  loading: 'Loading...',
  tryAgain: 'Try again',
  errors: {
    missing: 'This block does not exist, or belongs to another account.',
    no_tenant: 'No tenant specified',
    tenant_not_found: 'Tenant not found',
    load_failed: 'Failed to load block.',
    unexpected: 'An error occurred',
    /** Errors by code; in English they are the server’s own texts. */
    codes: {
      network: 'No connection. Check your network and try again.',
      too_many_requests: 'Too many requests. Please try again later.',
      session_ended: 'The session has ended. Please sign in again.',
    },
  },
}

export type Texts = Translated<typeof texts>
