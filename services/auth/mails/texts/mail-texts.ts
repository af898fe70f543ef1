/** The copy of one email in one language. */
export interface LetterTexts {
  subject: string
  /** Paragraphs above the button and the code. */
  lines: string[]
  /** Label of the button, if the email has one. */
  button?: string
  /** Small print at the end. */
  closing: string[]
}

/** The copy of every email in one language. `brand` is the product, or the tenant for end users. */
export interface MailTexts {
  /** Label of a code below a button. */
  orCode: string
  /** Label of a code without a button. */
  codeAlone: string
  signup(brand: string): LetterTexts
  invite(brand: string): LetterTexts
  magiclink(brand: string): LetterTexts
  recovery(brand: string): LetterTexts
  /** To the current mailbox. */
  email_change_current(brand: string, newEmail: string): LetterTexts
  /** To the new mailbox. */
  email_change_new(brand: string, newEmail: string): LetterTexts
  reauthentication(brand: string): LetterTexts
  already_registered(brand: string): LetterTexts
  password_changed(brand: string): LetterTexts
  /** To the previous mailbox. */
  email_changed(brand: string, newEmail: string): LetterTexts
  /** @param name what the user named the factor */
  factor_added(brand: string, name: string): LetterTexts
  factor_removed(brand: string, name: string): LetterTexts
  passkey_added(brand: string, name: string): LetterTexts
  passkey_removed(brand: string, name: string): LetterTexts
  /** @param name the provider's display name */
  identity_added(brand: string, name: string): LetterTexts
  identity_removed(brand: string, name: string): LetterTexts
  account_deleted(brand: string): LetterTexts
}
