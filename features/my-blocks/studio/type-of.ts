import { fieldLabel } from '#features/my-blocks/kinds/field-label.ts'
import { type Json, fieldOf, lineOf } from '#features/my-blocks/kinds/read-json.ts'

/** What kind of block it is, as its creator reads it: `Profile`. */
export const typeOf = (data: Json): string => fieldLabel(lineOf(fieldOf(data, 'type'), 60)) || 'Custom'
