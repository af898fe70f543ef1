import { keyHolder } from '../guards.ts'
import { authRoute } from '../route-table.ts'
import type { AuthRoute } from '../route-table.ts'
import { signUp } from './sign-up-call.ts'

/** Becoming a user; coming back is POST /token (grants.ts). */
export const signInRoutes: AuthRoute[] = [authRoute('POST', '/signup', keyHolder, 'mail', signUp)]
