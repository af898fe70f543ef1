/** How our page speaks with a tenant's Auth0 (spec §9). */
export const AUTH0_SETTINGS = {
  scope: 'openid profile email',
  /** Seconds for an answer of Auth0. */
  httpTimeout: 10,
  /** Seconds for the window; afterwards the block offers its button again, and still takes what comes. */
  popupTimeout: 60,
  /** Seconds by which clocks may differ. */
  leeway: 60,
  /** Life of the cookie that says that somebody may be signed in there. */
  sessionCheckDays: 1,
} as const
