import * as z from 'zod/mini'
import { uuid } from '#kernel/contract.ts'
import { credentials, metadata, text } from '../contract.ts'

const flag = z.nullish(z.boolean())

/** What the operator may set on a user. Fields of other versions of the protocol are dropped. */
const attributes = {
  ...credentials,
  password_hash: text(1000),
  email_confirm: flag,
  phone_confirm: flag,
  user_metadata: metadata,
  app_metadata: metadata,
  role: text(100),
  ban_duration: text(100),
}

export const createInput = z.object({ ...attributes, id: z.nullish(uuid) })
export type CreateInput = z.output<typeof createInput>

export const changeInput = z.object(attributes)
export type ChangeInput = z.output<typeof changeInput>

export const deleteInput = z.object({ should_soft_delete: flag })

export const inviteInput = z.object({ email: text(1000), data: metadata })

export const linkInput = z.object({
  type: text(100),
  email: text(1000),
  new_email: text(1000),
  password: text(100_000),
  data: metadata,
  redirect_to: text(2048),
})
export type LinkInput = z.output<typeof linkInput>
