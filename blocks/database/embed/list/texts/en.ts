import type { Translated } from '#kernel/browser/spoken.ts'

/** Copy of lists, in English. */
export const texts = {
  title: 'List',
  errors: {
    no_tenant: 'No tenant specified',
    tenant_not_found: 'Tenant not found',
    load_failed: 'The list could not be loaded',
    no_list: 'This list does not exist',
  },
}

export type Texts = Translated<typeof texts>
