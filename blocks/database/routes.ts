import { creator, visitor } from '#kernel/http/guards.ts'
import { route } from '#kernel/http/route.ts'
import type { Route } from '#kernel/http/route.ts'
import type { Unit } from '#kernel/unit.ts'
import * as contracts from './contract.ts'
import { loadFormData } from './embed/embed-data.ts'
import { titles as listTitles } from './embed/list/texts/spoken.ts'
import { titles } from './embed/texts/spoken.ts'
import * as endpoints from './endpoints.ts'
import * as studio from './endpoints-studio.ts'
import * as forms from './forms.ts'
import { TABS } from './studio/tabs.ts'
import { enterForm, submitForm } from './submissions.ts'

export { letters } from './letters.ts'

export const functions: Route[] = [
  route(studio.listForms, creator, contracts.listFormsContract, ({ kernel, claims, input }) =>
    forms.listForms(kernel, claims, input.tenantId),
  ),
  route(studio.createForm, creator, contracts.createFormContract, ({ kernel, claims, input }) =>
    forms.createForm(kernel, claims, input),
  ),
  route(studio.changeForm, creator, contracts.changeFormContract, ({ kernel, claims, input }) =>
    forms.changeForm(kernel, claims, input),
  ),
  route(studio.deleteForm, creator, contracts.deleteFormContract, async ({ kernel, claims, input }) => {
    await forms.deleteForm(kernel, claims, input)
    return { deleted: true as const }
  }),
  route(endpoints.enterForm, visitor, contracts.enterFormContract, enterForm),
  route(endpoints.submitForm, visitor, contracts.submitFormContract, submitForm),
]

export const screenPaths = TABS.map(({ path }) => path)

const title = await titles()
const listTitle = await listTitles()

export const embedPages: NonNullable<Unit['embedPages']> = {
  form: { title: title((texts) => texts.title), load: loadFormData },
  list: { title: listTitle((texts) => texts.title), load: async () => ({ list: null }) },
}
