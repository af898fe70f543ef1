interface Facts {
  team: string
  /** The tenant's name, which members know. */
  site: string
}

/** The email with an invitation, in one language. */
export type InvitationWords = (facts: Facts) => {
  subject: string
  lines: string[]
  button: string
  closing: string[]
}
