import * as z from 'zod/mini'

export const TENANT_NAME_MAX = 80

/** A tenant's name as it may be typed: not empty after trimming, at most 80 characters. */
export const tenantName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'Tenant name is required'),
    z.maxLength(TENANT_NAME_MAX, `Tenant name must be at most ${TENANT_NAME_MAX} characters`),
  )

/** Create New Tenant. */
export const newTenantForm = z.object({ name: tenantName })
export type NewTenantForm = z.infer<typeof newTenantForm>

/** Tenant Settings, General. */
export const generalForm = z.object({ name: tenantName, allowed_origins: z.array(z.string()) })
export type GeneralForm = z.infer<typeof generalForm>
