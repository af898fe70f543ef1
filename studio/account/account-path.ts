/** Path of the account page. Email links and provider redirects return to it. */
export const ACCOUNT_PATH = '/studio/account'
