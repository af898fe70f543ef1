import { creator } from '#kernel/http/guards.ts'
import { route } from '#kernel/http/route.ts'
import type { Route } from '#kernel/http/route.ts'
import { deleteAccountContract } from './contract.ts'
import { endAccount } from './delete-account.ts'
import { deleteAccount } from './endpoints.ts'

export const functions: Route[] = [
  route(deleteAccount, creator, deleteAccountContract, ({ kernel, claims, input }) =>
    endAccount(kernel, claims, input),
  ),
]
