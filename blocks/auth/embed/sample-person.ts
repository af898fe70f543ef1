import type { EmbedUser } from '#kernel/browser/embed-page.ts'

/** The profile shown while the visitor is signed out. */
export const SAMPLE_PERSON: Omit<EmbedUser, 'id'> = {
  name: 'Ines Almeida',
  email: 'ines@example.com',
  verified: true,
  since: '2025-03-15T12:00:00Z',
}
