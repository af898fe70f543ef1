import * as z from 'zod/mini'
import { contract, name, uuid } from '#kernel/contract.ts'

// As the column checks it: line breaks and tabs, but nothing that hides or turns text.
// oxlint-disable-next-line no-control-regex -- what is looked for
const NO_TEXT = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/

const typed = {
  tenantId: uuid,
  eventId: uuid,
  subject: name(120),
  body: z.string().check(
    z.overwrite((text) => text.replace(/\r\n?/g, '\n').trim()),
    z.minLength(1, 'must not be empty'),
    z.maxLength(5000, 'must have at most 5000 characters'),
    z.refine((text) => !NO_TEXT.test(text), 'must not contain control characters'),
  ),
  types: z.array(uuid).check(z.maxLength(50)),
}

export const previewMessageContract = contract(
  z.strictObject(typed),
  z.object({
    recipients: z.int(),
    letter: z.object({
      from: z.string(),
      subject: z.string(),
      lines: z.array(z.string()),
      button: z.string(),
      closing: z.array(z.string()),
    }),
  }),
)
export const sendMessageContract = contract(
  z.strictObject({ ...typed, id: uuid, recipients: z.int().check(z.minimum(1), z.maximum(1_000_000)) }),
  z.object({ recipients: z.int() }),
)
