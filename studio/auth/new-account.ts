let isNew = false

/** Marks the sign-in that follows, or is in progress, as the first one of a new account; `false` takes it back. */
export function markNewAccount(mark = true): void {
  isNew = mark
}

/** Returns whether this sign-in is the first one of a new account. */
export const isNewAccount = (): boolean => isNew

/** Runs a redemption of a sign-up email. The session starts inside, so the mark must be there before. */
export async function asNewAccount<T extends { error: unknown }>(redeem: () => Promise<T>): Promise<T> {
  markNewAccount()
  const result = await redeem()
  if (result.error) markNewAccount(false)
  return result
}
