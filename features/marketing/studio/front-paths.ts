/** Pages that end with the footer: the ones for visitors who have not signed in yet. */
export const FRONT_PATHS: readonly string[] = ['/', '/home', '/try', '/trust', '/trust-check']
