import { endpoint } from '#kernel/browser/endpoint.ts'

/** What the server decided about the caller's access to the paid parts. */
export interface Access {
  /** A plan in good standing or a running day pass. */
  active: boolean
  /** Plan id: `free`, `pro` or `business`; `none` without a plan. */
  plan: string
  dayPass: boolean
}

/** The guards' question. Bearer: a creator's session. */
export const access = endpoint<Record<string, never>, Access>('GET', '/access')
