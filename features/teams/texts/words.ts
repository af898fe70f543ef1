interface Facts {
  team: string
  /** The tenant's name, which members know. */
  site: string
}

/** The email with an invitation, in one language. */
export type InvitationWords = (facts: Facts) => {
  /** Without the team's name: members choose it, and could write a subject of their own to anyone. */
  subject: string
  lines: string[]
  button: string
  closing: string[]
}
