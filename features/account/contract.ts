import * as z from 'zod/mini'
import { contract } from '#kernel/contract.ts'

const secret = z.optional(z.string().check(z.minLength(1), z.maxLength(1024)))

export const deleteAccountContract = contract(
  z.strictObject({ password: secret, nonce: secret }),
  z.object({ deleted: z.literal(true) }),
)
