/** The redirect address of every provider, which must be registered there beforehand. */
export const callbackAddress = (publicUrl: string): string => `${publicUrl}/auth/v1/callback`
