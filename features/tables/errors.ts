import { defineErrors } from '#kernel/errors.ts'

export const tableErrors = defineErrors({
  foreign_file: { status: 409, text: 'A file was not uploaded for this field, or another row has it' },
  field_not_found: { status: 404, text: 'This table has no such field for files' },
  table_not_found: { status: 404, text: 'Table not found' },
  name_taken: { status: 409, text: 'This name is in use. Choose another one.' },
  too_many_tables: { status: 409, text: 'A site has at most 200 tables' },
  table_changed: { status: 409, text: 'Someone else just changed this table. Load it again.' },
  bad_field: { status: 400, text: 'A field is not valid' },
  kind_has_values: {
    status: 409,
    text: 'The kind of a field can change only while the table has at most 10,000 rows',
  },
  table_too_large: {
    status: 409,
    text: 'A field can become unique, or no longer be, only while the table has at most 10,000 rows',
  },
  not_unique: { status: 409, text: 'Several rows have the same value in this field' },
  too_many_audiences: { status: 409, text: 'A site has at most 1,000 audiences' },
  audience_not_found: { status: 400, text: 'This audience does not exist' },
})
