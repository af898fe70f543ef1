import { anybody, keyHolder } from '../guards.ts'
import { authRoute } from '../route-table.ts'
import type { AuthRoute } from '../route-table.ts'
import { followLink } from './follow-link.ts'
import { magicLink, otp, recover, resend, verify } from './mail-calls.ts'

/** Requesting emails and redeeming their links and codes. */
export const mailRoutes: AuthRoute[] = [
  authRoute('POST', '/otp', keyHolder, 'mail', otp),
  authRoute('POST', '/magiclink', keyHolder, 'mail', magicLink),
  authRoute('POST', '/recover', keyHolder, 'mail', recover),
  authRoute('POST', '/resend', keyHolder, 'mail', resend),
  authRoute('POST', '/verify', keyHolder, 'verify', verify),
  authRoute('GET', '/verify', anybody, 'verify', followLink),
]
