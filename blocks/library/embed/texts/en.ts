import type { Translated } from '#kernel/browser/spoken.ts'

/** Copy of the block, in English. Another language is a file beside this one and a line in spoken.ts. */
export const texts = {
  title: 'Library',
  subtitle: 'Notes from visitors',
  name: 'Your name',
  message: 'Your note',
  send: 'Leave a note',
  sending: 'Sending...',
  signIn: 'Sign in to leave a note',
  empty: 'No notes yet. Yours can be the first.',
  errors: {
    no_tenant: 'No tenant specified',
    tenant_not_found: 'Tenant not found',
    load_failed: 'The notes could not be loaded',
    unexpected: 'An error occurred',
    codes: {
      network: 'No connection. Check your network and try again.',
      invalid_input: 'Check your name and your note and try again.',
      too_many_requests: 'Too many requests. Please try again later.',
      session_ended: 'The session has ended. Please sign in again.',
      not_available: 'This is not available right now.',
    },
  },
}

export type Texts = Translated<typeof texts>
