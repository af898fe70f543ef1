import { Hono } from 'hono'
import type { AppEnv } from '#kernel/http/context.ts'
import { anyone } from '#kernel/http/guards.ts'
import { route } from '#kernel/http/route.ts'
import type { Route } from '#kernel/http/route.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { readLookContract } from './contract.ts'
import { readLook } from './endpoints.ts'
import { picturePages } from './picture/picture-pages.ts'
import { readSiteLook } from './read-site-look.ts'
import { securityTxt } from './security-txt.ts'

export const functions: Route[] = [
  route(readLook, anyone, readLookContract, ({ kernel, clientIp, input }) =>
    readSiteLook(kernel, clientIp, input.site),
  ),
]

/** @param blocks titles of the registered blocks, which the link previews name */
export const pagesFor =
  (blocks: readonly string[]) =>
  (kernel: Kernel): Hono<AppEnv> =>
    new Hono<AppEnv>().route('/', securityTxt(kernel)).route('/', picturePages(kernel, blocks))
