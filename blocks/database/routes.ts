import type { Unit } from '#kernel/unit.ts'
import { titles } from './embed/texts/spoken.ts'
import { TABS } from './studio/tabs.ts'

export const screenPaths = TABS.map(({ path }) => path)

const title = await titles()

export const embedPages: NonNullable<Unit['embedPages']> = {
  form: { title: title((texts) => texts.title), load: async () => ({ form: null }) },
  list: { title: title((texts) => texts.list), load: async () => ({ list: null }) },
}
