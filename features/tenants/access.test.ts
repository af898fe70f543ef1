import { accessTests } from '#testing/access-matrix.ts'

accessTests({
  unit: 'features/tenants',
  tables: [],
  functions: { 'public.create_tenant_autoprovision(text)': ['authenticated'] },
})
