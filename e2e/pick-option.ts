import type { Locator, Page } from 'playwright-core'

/** The two forms of a picker: options side by side, or a select if they do not fit. Each new block adds an option. */
export async function pickerOf(on: Page | Locator, group: string) {
  const options = on.getByRole('group', { name: group, exact: true })
  const select = on.getByRole('combobox', { name: group, exact: true })
  await options.or(select).waitFor()
  return { options, select: (await select.count()) ? select : undefined }
}

/** Chooses the option with that label. */
export async function pickOption(on: Page | Locator, group: string, name: string): Promise<void> {
  const { options, select } = await pickerOf(on, group)
  if (select) await select.selectOption({ label: name })
  else await options.getByRole('radio', { name }).click()
}
