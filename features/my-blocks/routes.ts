import { visitor } from '#kernel/http/guards.ts'
import { route } from '#kernel/http/route.ts'
import type { Route } from '#kernel/http/route.ts'
import type { Unit } from '#kernel/unit.ts'
import { openBlockContract } from './contract.ts'
import { blockStyle, loadBlockData } from './embed/embed-data.ts'
import { titles } from './embed/texts/spoken.ts'
import { openBlock as endpoint } from './endpoints.ts'
import { openBlock } from './open-block.ts'

export const functions: Route[] = [
  route(endpoint, visitor, openBlockContract, ({ kernel, claims, input }) =>
    openBlock(kernel, claims, input.id),
  ),
]

const title = await titles()

export const embedPages: NonNullable<Unit['embedPages']> = {
  'my-block': {
    title: title((texts) => texts.title),
    load: loadBlockData,
    style: blockStyle,
  },
}
