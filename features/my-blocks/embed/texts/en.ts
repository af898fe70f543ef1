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
  },
}

export type Texts = typeof texts
