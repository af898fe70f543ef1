import type { EmbedApi, EmbedPageData } from '#kernel/browser/embed-page.ts'

/** In a frame, the host page opens the sign-in block as a dialog; a standalone page opens it in a new window. */
export function openSignIn({ tenant }: EmbedPageData, embed: EmbedApi): void {
  if (parent !== window) embed.tell({ type: 'open', block: 'auth' })
  else open(`/embed/auth?${new URLSearchParams({ tenant: tenant!.public_key })}`, '_blank')
}
