/** Closed: its files are served by the rights on their item alone. */
export const BUCKET = 'bb-library'
