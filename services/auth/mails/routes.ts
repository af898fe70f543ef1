import { anybody, keyHolder } from '../guards.ts'
import { authRoute } from '../route-table.ts'
import type { AuthRoute } from '../route-table.ts'
import { followLink } from './follow-link.ts'
import { resend, verify } from './mail-calls.ts'

/** Asking for mails, and redeeming what they carry. */
export const mailRoutes: AuthRoute[] = [
  authRoute('POST', '/resend', keyHolder, 'mail', resend),
  authRoute('POST', '/verify', keyHolder, 'verify', verify),
  authRoute('GET', '/verify', anybody, 'verify', followLink),
]
