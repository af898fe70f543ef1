import type { Translated } from '#kernel/browser/spoken.ts'

/** Copy of forms, in English. */
export const texts = {
  title: 'Form',
  list: 'List',
  send: 'Send',
  errors: {
    no_tenant: 'No tenant specified',
    tenant_not_found: 'Tenant not found',
    load_failed: 'This could not be loaded',
    no_form: 'This form does not exist',
    no_list: 'This list does not exist',
  },
}

export type Texts = Translated<typeof texts>
