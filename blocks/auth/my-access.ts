import * as z from 'zod/mini'
import { contract, uuid } from '#kernel/contract.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { MyAccess } from './endpoints.ts'

export const myAccessContract = contract(
  z.strictObject({}),
  z.object({
    roles: z.array(z.string()),
    products: z.array(z.object({ id: uuid, name: z.nullable(z.string()) })),
  }),
)

/** The caller's roles and purchases by what the database says now; nothing for a banned or deleted account. */
export async function readMyAccess({ database }: Kernel, claims: Claims): Promise<MyAccess> {
  const { rows } = await database.once<{ kind: 'role' | 'bought'; which: string; name: string | null }>(
    claims,
    {
      name: 'my_access',
      text: 'select kind, which, name from app.my_access() order by kind, name, which',
      values: [],
      readOnly: true,
    },
  )
  return {
    roles: rows.filter(({ kind }) => kind === 'role').map(({ which }) => which),
    products: rows.filter(({ kind }) => kind === 'bought').map(({ which, name }) => ({ id: which, name })),
  }
}
