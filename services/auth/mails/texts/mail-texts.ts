/** What one letter says, in one language. */
export interface LetterTexts {
  subject: string
  /** Paragraphs above button and code. */
  lines: string[]
  /** Words on the button, where the letter has one. */
  button?: string
  /** Small print below. */
  closing: string[]
}

/** The words of every letter in one language; `brand` is the product, or the tenant an end user knows. */
export interface MailTexts {
  /** Above a code that stands below a button. */
  orCode: string
  /** Above a code that stands alone. */
  codeAlone: string
  signup(brand: string): LetterTexts
  invite(brand: string): LetterTexts
  magiclink(brand: string): LetterTexts
  recovery(brand: string): LetterTexts
  /** To the mailbox that is to be left. */
  email_change_current(brand: string, newEmail: string): LetterTexts
  /** To the mailbox that is to be used from now on. */
  email_change_new(brand: string, newEmail: string): LetterTexts
  reauthentication(brand: string): LetterTexts
  already_registered(brand: string): LetterTexts
  password_changed(brand: string): LetterTexts
  /** To the mailbox that was left. */
  email_changed(brand: string, newEmail: string): LetterTexts
  /** @param name what the person called the factor */
  factor_added(brand: string, name: string): LetterTexts
  factor_removed(brand: string, name: string): LetterTexts
  passkey_added(brand: string, name: string): LetterTexts
  passkey_removed(brand: string, name: string): LetterTexts
  /** @param name the provider's, for people */
  identity_added(brand: string, name: string): LetterTexts
  identity_removed(brand: string, name: string): LetterTexts
  account_deleted(brand: string): LetterTexts
}
