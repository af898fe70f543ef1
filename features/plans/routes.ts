import { creator } from '#kernel/http/guards.ts'
import { route } from '#kernel/http/route.ts'
import type { Route } from '#kernel/http/route.ts'
import { readAccess } from './access.ts'
import { accessContract } from './contract.ts'
import { access } from './endpoints.ts'

export const functions: Route[] = [
  route(access, creator, accessContract, ({ kernel, claims }) => readAccess(kernel, claims)),
]
