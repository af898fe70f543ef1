import { visitor } from '#kernel/http/guards.ts'
import { route } from '#kernel/http/route.ts'
import type { Route } from '#kernel/http/route.ts'
import type { Unit } from '#kernel/unit.ts'
import { openBlockContract, readBlockContract } from './contract.ts'
import type { BlockPageData } from './embed/data-types.ts'
import { blockStyle, loadBlockData } from './embed/embed-data.ts'
import { titles } from './embed/texts/spoken.ts'
import * as endpoints from './endpoints.ts'
import { openBlock, readBlock } from './open-block.ts'

export const functions: Route[] = [
  route(endpoints.openBlock, visitor, openBlockContract, ({ kernel, claims, input }) =>
    openBlock(kernel, claims, input.id),
  ),
  route(endpoints.readBlock, visitor, readBlockContract, ({ kernel, claims, input }) =>
    readBlock(kernel, claims, input.id),
  ),
]

const title = await titles()

export const embedPages: NonNullable<Unit['embedPages']> = {
  'my-block': {
    title: title((texts) => texts.title),
    load: loadBlockData,
    style: blockStyle,
    answers: async (_kernel, _request, { block }: BlockPageData) => ({
      [`${endpoints.readBlock.method} ${endpoints.readBlock.path}`]: block,
    }),
  },
}
