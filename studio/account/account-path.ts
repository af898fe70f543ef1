/** Address of the account page; mails and providers lead back to it. */
export const ACCOUNT_PATH = '/studio/account'
