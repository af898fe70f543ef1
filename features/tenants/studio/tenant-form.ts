import * as z from 'zod/mini'

export const TENANT_NAME_MAX = 80

/** The schema of a tenant's name: not empty after trimming, at most 80 characters. */
export const tenantName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Tenant name is required'),
    z.maxLength(TENANT_NAME_MAX, `Tenant name must be at most ${TENANT_NAME_MAX} characters`),
  )

export const TENANT_DESCRIPTION_MAX = 500

/** The schema of a tenant's description, which may be empty. */
export const tenantDescription = z
  .string()
  .check(
    z.trim(),
    z.maxLength(TENANT_DESCRIPTION_MAX, `Description must be at most ${TENANT_DESCRIPTION_MAX} characters`),
  )

/** The form of Create New Tenant. */
export const newTenantForm = z.object({ name: tenantName })
export type NewTenantForm = z.infer<typeof newTenantForm>

/** The form of the wizard's second step. */
export const wizardForm = z.object({ name: tenantName, description: tenantDescription })
export type WizardForm = z.infer<typeof wizardForm>

/** The form of Tenant Settings, General. */
export const generalForm = z.object({
  name: tenantName,
  description: tenantDescription,
  allowed_origins: z.array(z.string()),
})
export type GeneralForm = z.infer<typeof generalForm>
