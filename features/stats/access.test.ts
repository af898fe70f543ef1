import { accessTests } from '#testing/access-matrix.ts'

/** This unit has no tables. It counts rows that the caller may read, and sign-ups through a function. */
accessTests({
  unit: 'features/stats',
  tables: [],
  functions: { 'app.sign_ups_by_day(uuid,text,timestamp with time zone)': ['authenticated'] },
})
