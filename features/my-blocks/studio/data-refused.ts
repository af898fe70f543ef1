/** The database rejects data that is too large for any page. */
export const DATA_REFUSED = 'The data is too large or nested too deeply. Remove something and try again.'
