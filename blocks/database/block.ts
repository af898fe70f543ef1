import type { BlockManifest } from '#kernel/browser/block-manifest.ts'

/** Forms and lists of a tenant's own tables. Free includes one form, which the database enforces. */
export const block = {
  name: 'form',
  title: 'Form',
  plan: 'free',
  embed: {
    // `form` names the form, `prefill` has values for its questions as a query string.
    attributes: ['form', 'prefill'],
    shows: 'form',
    // A heading, three questions and the button.
    height: 430,
    dialogWidth: 640,
  },
  also: [
    {
      name: 'list',
      title: 'List',
      // `view` names the list.
      embed: { attributes: ['view'], shows: 'view', height: 420 },
    },
  ],
} as const satisfies BlockManifest
