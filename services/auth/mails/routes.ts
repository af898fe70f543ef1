import { anyCaller, apiKeyHolder } from '../guards.ts'
import { authRoute } from '../route-table.ts'
import type { AuthRoute } from '../route-table.ts'
import { followLink } from './follow-link.ts'
import { magicLink, otp, recover, resend, verify } from './mail-calls.ts'

/** Requesting emails and redeeming their links and codes. */
export const mailRoutes: AuthRoute[] = [
  authRoute('POST', '/otp', apiKeyHolder, 'mail', otp),
  authRoute('POST', '/magiclink', apiKeyHolder, 'mail', magicLink),
  authRoute('POST', '/recover', apiKeyHolder, 'mail', recover),
  authRoute('POST', '/resend', apiKeyHolder, 'mail', resend),
  authRoute('POST', '/verify', apiKeyHolder, 'verify', verify),
  authRoute('GET', '/verify', anyCaller, 'verify', followLink),
]
