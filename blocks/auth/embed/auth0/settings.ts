/** Settings for talking to a tenant's Auth0 (spec §9). */
export const AUTH0_SETTINGS = {
  scope: 'openid profile email',
  /** Request timeout in seconds. */
  httpTimeout: 10,
  /**
   * Timeout of the window in seconds. Afterwards the block shows its button again but still accepts a late
   * result.
   */
  popupTimeout: 60,
  /** Allowed clock difference in seconds. */
  leeway: 60,
  /** Lifetime of the cookie that records a possible session at Auth0. */
  sessionCheckDays: 1,
} as const
