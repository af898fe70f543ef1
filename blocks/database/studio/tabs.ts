/** The pages of a table in the Studio. All describe or show rows, so all need the right `content`. */
export const TABS = [
  { path: '/bolt/tables', title: 'Tables', label: 'Rows', guard: 'content' },
  { path: '/bolt/tables/form', title: 'Form of a table', label: 'Form', guard: 'content' },
  { path: '/bolt/tables/access', title: 'Access to a table', label: 'Access', guard: 'content' },
  { path: '/bolt/tables/embed', title: 'Embed a table', label: 'Look & embed', guard: 'content' },
] as const

/** The buckets of the tenant, beside its tables. */
export const FILES = { path: '/bolt/tables/files', title: 'Files', guard: 'content' } as const
