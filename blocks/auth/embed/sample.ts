import type { EmbedSample } from '#kernel/browser/embed-page.ts'
import type { AuthPageData } from './data-types.ts'

const done = () => ({})

/** A tenant that offers passwords and emailed codes. Every input is accepted. */
export const sample = () =>
  ({
    data: {
      ways: { password: true, signUp: true, emailCode: true, passkeys: false, providers: [] },
    } satisfies Partial<AuthPageData>,
    answers: {
      'POST /token': done,
      'POST /otp': done,
      'POST /recover': done,
      'GET /user': () => ({ has_password: true, factors: [] }),
      'PUT /user': done,
      'GET /user/oauth/grants': () => [],
      'POST /logout': done,
    },
  }) satisfies EmbedSample
