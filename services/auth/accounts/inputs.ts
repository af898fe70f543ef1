import * as z from 'zod/mini'
import { credentials, metadata, text } from '../contract.ts'

export const updateUserInput = z.object({
  ...credentials,
  current_password: text(100_000),
  nonce: text(100),
  channel: text(20),
  data: metadata,
  code_challenge: text(128),
  code_challenge_method: text(10),
})
export type UpdateUserInput = z.output<typeof updateUserInput>

export const deleteUserInput = z.object({ password: credentials.password, nonce: text(100) })
