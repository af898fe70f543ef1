import type { Translated } from '#kernel/browser/spoken.ts'
/** Words of a creator's own block on somebody's page. */
export const texts = {
  title: 'Content',
  signIn: {
    title: (block: string) => `Sign in to see ${block}`,
    text: 'This part is for members of this site.',
    button: 'Sign In',
  },
  /** The Studio's preview says the same (kinds/paywall-words.ts). */
  paywall: {
    title: (block: string, plan: string) => `${block} is part of ${plan}`,
    text: 'Upgrade to open it. Your account and data stay as they are.',
    button: 'Upgrade Plan',
    /** Behind the price. */
    every: { month: '/month', year: '/year' },
  },
  empty: 'Nothing here yet.',
  loading: 'Loading...',
  tryAgain: 'Try again',
  errors: {
    missing: 'This block does not exist, or belongs to somebody else.',
    no_tenant: 'No tenant specified',
    tenant_not_found: 'Tenant not found',
    load_failed: 'Failed to load block.',
    unexpected: 'An error occurred',
    /** Refusals by their codes; in English they are the server’s own words. */
    codes: {
      network: 'No connection. Check your network and try again.',
      too_many_requests: 'Too many requests. Please try again later.',
      session_ended: 'The session has ended. Please sign in again.',
    },
  },
}

export type Texts = Translated<typeof texts>
