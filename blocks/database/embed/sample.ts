import type { EmbedSample } from '#kernel/browser/embed-page.ts'
import type { FormEntry, Submitted } from '../endpoints.ts'
import type { FormPageData, FormView } from './data-types.ts'

const form: FormView = {
  id: 'sample',
  title: 'Write to us',
  text: 'We answer within a day.',
  fields: [
    { id: 'name0000', title: 'Your name', kind: 'text', required: true, max: 80 },
    { id: 'mail0000', title: 'Email', kind: 'email', required: true },
    { id: 'text0000', title: 'Message', kind: 'long_text', required: true, max: 2000 },
  ],
  design: {
    pages: [
      { sections: [{ questions: [{ field: 'name0000' }, { field: 'mail0000' }, { field: 'text0000' }] }] },
    ],
  },
}

/** A bakery's contact form. */
export const sample = (): EmbedSample => ({
  data: { form, entry: { state: 'open' }, prefill: {} } satisfies Partial<FormPageData>,
  answers: {
    'GET /forms/:form/entry': (): FormEntry => ({ state: 'open' }),
    'POST /forms/:form/submissions': (): Submitted => ({ id: 'sample' }),
  },
})
