import { number } from '#kernel/browser/local.ts'
import type { Translated } from '#kernel/browser/spoken.ts'

/** Copy of the block, in English. Another language is a file beside this one and a line in spoken.ts. */
export const texts = {
  title: 'Library',
  search: 'Search the library',
  find: 'Search',
  empty: 'Nothing here yet.',
  more: 'Show more',
  back: 'Back',
  loading: 'Loading…',
  locked: 'For members',
  finished: 'Finished',
  finish: 'Mark as finished',
  start: 'Start the course',
  openLink: 'Open the link',
  download: (name: string) => `Download ${name}`,
  progress: (done: number, of: number) => `${number(done)} of ${number(of)} lessons finished`,
  missing: 'This is not available',
  missingText: 'It does not exist, or it is only for certain members. Sign in if you have access.',
  player: { speed: 'Speed', captions: 'Captions', off: 'Off', chapters: 'Chapters' },
  kinds: {
    article: 'Article',
    link: 'Link',
    file: 'File',
    audio: 'Audio',
    video: 'Video',
    course: 'Course',
  },
  closed: {
    forMembers: 'This is for members.',
    forMembersOf: (names: string) => `This is for members with ${names}.`,
    signIn: 'Sign in',
    buy: 'Get access',
    buyFor: (price: string) => `Get access for ${price}`,
    ask: 'Ask the owner of this site for access.',
    opens: (day: string) => `Opens on ${day}`,
    afterStart: 'Opens after you start the course',
  },
  certificate: {
    title: 'Certificate',
    get: 'Get your certificate',
    yourName: 'Your name on the certificate',
    nameStays: 'The name cannot be changed later.',
    name: 'Name',
    course: 'Course',
    date: 'Date',
    valid: 'This certificate is valid.',
    invalid: 'No valid certificate',
    invalidText: 'No valid certificate has this code.',
    pdf: 'Save as PDF',
    check: 'Check page',
  },
  errors: {
    no_tenant: 'No tenant specified',
    tenant_not_found: 'Tenant not found',
    load_failed: 'The library could not be loaded. Try again later.',
    media: 'The file could not be played. Reload the page to try again.',
    unexpected: 'An error occurred. Please try again.',
  },
}

export type Texts = Translated<typeof texts>
