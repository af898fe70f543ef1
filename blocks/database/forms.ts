import { sql } from 'kysely'
import type { Field } from '#kernel/browser/fields/field.ts'
import type { Claims } from '#kernel/db/claims.ts'
import type { Db } from '#kernel/db/database.ts'
import { commonErrors } from '#kernel/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import { listedSite } from '#kernel/listed-site.ts'
import { tenantWith } from '#kernel/tenant-with.ts'
import { designOf, designProblem, settingsProblem } from '#kernel/browser/forms/design-problem.ts'
import type { DataForm, GivenForm, OfForm } from './endpoints-studio.ts'
import { formErrors } from './errors.ts'
import type { FormDesign, FormSettings } from '#kernel/browser/forms/form-design.ts'
import { audienceId } from './form-audience.ts'
import { requireProduct } from './form-price.ts'
import { readTable } from './read-table.ts'
import { MORE_FORMS, writeChecked } from './write-checked.ts'
import type { OfOwner } from './write-checked.ts'

/** @throws {AppError} tenant_not_found, right_missing */
export function listForms(kernel: Kernel, claims: Claims, tenantId: string) {
  return kernel.database.withClaims(claims, async (db) => {
    const tenant = await tenantWith(db, tenantId, 'content')
    const forms = await readForms(db, tenant)
    const { rows } = await sql<{
      pro: boolean
    }>`select app.has_plan(${tenant.owner_user_id}, 'pro') as pro`.execute(db)
    return { forms, may_add: forms.length < (rows[0]!.pro ? 200 : 1) }
  })
}

/** @throws {AppError} upgrade_required, too_many_forms, table_not_found, product_not_found, bad_design, bad_limits, site_not_listed, audience_not_found */
export function createForm(
  kernel: Kernel,
  claims: Claims,
  { tenantId, table_id, ...given }: { tenantId: string; table_id: string } & GivenForm,
): Promise<DataForm> {
  return writeChecked(kernel, claims, tenantId, async (db, tenant) => {
    const table = await readTable(db, tenantId, table_id)
    const design = given.design ?? designOf(table.fields)
    const settings = given.settings ?? {}
    await requireValid(kernel, tenant, { design, settings }, table.fields)
    await requireProduct(db, tenantId, settings)
    const { id } = await db
      .insertInto('data_forms')
      .values({
        ...(await columnsOf(db, tenantId, given)),
        tenant_id: tenantId,
        table_id,
        title: given.title ?? table.title,
        design: JSON.stringify(design),
        settings: JSON.stringify(settings),
        // The trigger chooses it.
        place: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return readForm(db, tenant, id)
  })
}

/** @throws {AppError} form_not_found, form_changed, upgrade_required, product_not_found, bad_design, bad_limits, site_not_listed, audience_not_found */
export function changeForm(
  kernel: Kernel,
  claims: Claims,
  { tenantId, formId, revision, ...given }: OfForm & { revision: number } & GivenForm,
): Promise<DataForm> {
  return writeChecked(kernel, claims, tenantId, async (db, tenant) => {
    const before = await db
      .selectFrom('data_forms')
      .select(['table_id', 'design', 'settings', 'revision'])
      .where('tenant_id', '=', tenantId)
      .where('id', '=', formId)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw formErrors.form_not_found()
    if (before.revision !== revision) throw formErrors.form_changed()
    if ((await readForm(db, tenant, formId)).read_only) throw commonErrors.upgrade_required(MORE_FORMS)
    if (given.design || given.settings) {
      const { fields } = await readTable(db, tenantId, before.table_id)
      const design = given.design ?? (before.design as unknown as FormDesign)
      const known = before.settings as unknown as FormSettings
      const settings = given.settings ?? known
      await requireValid(kernel, tenant, { design, settings }, fields)
      // A product that is not for sale any more closes the form, and must not stop its owner from changing the rest.
      if (settings.payment?.item !== known.payment?.item) await requireProduct(db, tenantId, settings)
    }
    await db
      .updateTable('data_forms')
      .set({ ...(await columnsOf(db, tenantId, given)), revision: revision + 1, updated_at: sql`now()` })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', formId)
      .execute()
    return readForm(db, tenant, formId)
  })
}

/** @throws {AppError} form_not_found; paid_entries, which would be lost with the form */
export function deleteForm(kernel: Kernel, claims: Claims, { tenantId, formId }: OfForm): Promise<void> {
  return writeChecked(kernel, claims, tenantId, async (db) => {
    const { rows: paid } = await sql`
      select from app.form_payments p where p.tenant_id = ${tenantId} and p.form_id = ${formId} and p.state <> 'sent'
        and (p.order_id is not null or app.form_payment_has_money(p.tenant_id, p.submission_id)) limit 1`.execute(
      db,
    )
    if (paid.length > 0) throw formErrors.paid_entries()
    const { numDeletedRows } = await db
      .deleteFrom('data_forms')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', formId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw formErrors.form_not_found()
  })
}

async function readForms(db: Db, { id, owner_user_id }: OfOwner): Promise<DataForm[]> {
  const { rows } = await sql<DataForm>`
    with plan as materialized (select app.has_plan(${owner_user_id}, 'pro') as pro)
    select f.id, f.table_id, f.title, f.design, f.settings, f.audience_id as audience, f.is_open, f.most, f.per_person, f.submitted,
      f.revision, case when f.place > min(f.place) over () and not p.pro then 'pro' end as read_only,
      to_json(f.opens_at) #>> '{}' as opens_at, to_json(f.closes_at) #>> '{}' as closes_at,
      to_json(f.created_at) #>> '{}' as created_at, to_json(f.updated_at) #>> '{}' as updated_at
    from public.data_forms f, plan p where f.tenant_id = ${id}
    order by f.created_at, f.id`.execute(db)
  return rows
}

async function readForm(db: Db, tenant: OfOwner, formId: string): Promise<DataForm> {
  const found = (await readForms(db, tenant)).find(({ id }) => id === formId)
  if (!found) throw formErrors.form_not_found()
  return found
}

/** @throws {AppError} bad_design, site_not_listed */
async function requireValid(
  kernel: Kernel,
  { public_key }: OfOwner,
  { design, settings }: { design: FormDesign; settings: FormSettings },
  fields: Field[],
): Promise<void> {
  const problem = designProblem(design, fields) ?? settingsProblem(settings, design, fields)
  if (problem) throw formErrors.bad_design({ text: problem })
  if (!settings.redirect) return
  const card = public_key && (await kernel.tenancy.byPublicKey(public_key))
  if (!card || !listedSite(kernel.config.publicUrl, card, settings.redirect))
    throw formErrors.site_not_listed()
}

async function columnsOf(db: Db, tenantId: string, given: GivenForm) {
  const { audience, design, settings, ...plain } = given
  return {
    ...plain,
    ...(design && { design: JSON.stringify(design) }),
    ...(settings && { settings: JSON.stringify(settings) }),
    ...(audience !== undefined && { audience_id: await audienceId(db, tenantId, audience) }),
  }
}
