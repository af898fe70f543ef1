import type { Route } from '#kernel/http/route.ts'
import type { Unit } from '#kernel/unit.ts'
import { loadLibraryData } from './embed/embed-data.ts'
import { titles } from './embed/texts/spoken.ts'
import { TABS } from './studio/tabs.ts'

export const functions: Route[] = []

export const screenPaths = TABS.map(({ path }) => path)

const title = await titles()

export const embedPages: NonNullable<Unit['embedPages']> = {
  library: { title: title((texts) => texts.title), load: loadLibraryData },
}
