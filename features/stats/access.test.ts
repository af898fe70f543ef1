import { accessTests } from '#testing/access-matrix.ts'

/** No table of its own: what is counted are rows that the caller may read, and sign-ups by one function. */
accessTests({
  unit: 'features/stats',
  tables: [],
  functions: { 'app.sign_ups_by_day(uuid,text,timestamp with time zone)': ['authenticated'] },
})
