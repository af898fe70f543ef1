/** Where every provider sends people back to; registered at the provider beforehand. */
export const callbackAddress = (publicUrl: string): string => `${publicUrl}/auth/v1/callback`
