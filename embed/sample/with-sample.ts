import type { EmbedPageData, EmbedSample } from '#kernel/browser/embed-page.ts'
import type { ThemeVariant } from '#kernel/browser/theme-variants.ts'

/** Fills a page's data with its sample, for a tenant that does not exist. */
export function withSample(
  data: EmbedPageData,
  variant: ThemeVariant,
  sample: EmbedSample | undefined,
): EmbedPageData {
  // A page without a sample shows what it shows when the tag has no tenant.
  if (!sample) return { ...data, error: 'no_tenant' }
  return {
    ...data,
    tenant: {
      id: 'sample',
      name: 'Hearth & Rye',
      public_key: 'pk_sample',
      theme: { variant },
      auth_provider: 'supabase',
      auth0_domain: null,
      auth0_client_id: null,
      stripe_mode: 'live',
    },
    ...sample.data,
  }
}
