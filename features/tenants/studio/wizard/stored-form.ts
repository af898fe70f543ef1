import { TENANT_DESCRIPTION_MAX, TENANT_NAME_MAX, type WizardForm } from '../tenant-form.ts'

const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.length <= max

/** Reads a draft of the wizard's form from a value in the browser's storage; undefined if it is invalid. */
export function readStoredForm(kept: unknown): WizardForm | undefined {
  const { name, description } = (kept ?? {}) as Partial<Record<keyof WizardForm, unknown>>
  if (!isText(name, TENANT_NAME_MAX) || !isText(description, TENANT_DESCRIPTION_MAX)) return undefined
  return { name, description }
}
