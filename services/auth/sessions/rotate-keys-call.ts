import * as z from 'zod/mini'
import { readBody } from '../contract.ts'
import type { Call } from '../route-table.ts'
import { rotateSigningKeys } from './rotate-keys.ts'

const input = z.object({ kind: z._default(z.enum(['gentle', 'now', 'compromised']), 'gentle') })

/**
 * POST /admin/signing-keys/rotate (not in the official API): affects the whole instance, whatever pool the
 * request names.
 */
export async function rotateKeys({ auth, c }: Call): Promise<Response> {
  const { kind } = await readBody(c, input)
  return c.json(await rotateSigningKeys(auth.kernel, kind))
}
