/** The pages of the block in the Studio, each with the right that it needs on the tenant. */
export const TABS = [{ path: '/bolt/tables', label: 'Look & embed', title: 'Tables', guard: 'see' }] as const
