/** Pages that end with the footer: those that somebody reads who has not signed in yet. */
export const FRONT_PATHS: readonly string[] = ['/', '/home', '/try', '/trust', '/trust-check']
