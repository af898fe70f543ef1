/** The database refuses data that no page could show. */
export const DATA_REFUSED = 'The data are too large or nested too deeply. Take something out and try again.'
