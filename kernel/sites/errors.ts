import { defineErrors } from '#kernel/errors.ts'

export const siteErrors = defineErrors({
  url_refused: { status: 400, text: 'Enter a web address such as https://shop.example' },
  /** One text for all failures, so that callers cannot probe what is behind an address. */
  site_not_read: {
    status: 422,
    text: 'This site could not be read. Check that the address is public and that it answers.',
  },
  busy: { status: 429, text: 'Many checks are running right now. Please try again in a moment.' },
})
