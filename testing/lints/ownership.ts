import { FROM_TABLES, oursIs, TABLE } from './lint.ts'
import type { Lint } from './lint.ts'

/** Tables of the platform, or of a creator across tenants. Every other table belongs to a tenant. */
const TABLES_WITHOUT_TENANT = [
  'public.tenants', // the tenant itself; other tables reference its id
  'public.bolt_plans',
  'public.bolt_profiles',
  'public.bolt_subscriptions',
  'public.bolt_blocks',
  'public.subscriptions',
  'public.profiles',
  'app.migrations',
  'app.rate_limits',
  'app.audience_kinds', // of the product, written by migrations
  'app.person_data', // likewise
  'app.instance_secrets', // of the whole instance
  'app.visitor_salts', // likewise, kept for a day
  'app.idempotency_keys', // kept for a day, found by a hash of caller and key
  'app.stripe_events',
  'app.provider_ends', // of deleted tenants
  'app.deleted_public_keys', // likewise
  'app.billing_customers', // creators and their plans
  'app.billing_setup',
  'app.plan_checkouts',
  'app.plan_notices',
  'app.plan_trials',
  'app.trust_checks', // a creator's checks of any site
  'auth.signing_keys',
  'realtime.processes',
  'realtime.watchers', // server processes and changes of all tables, kept for minutes
  'realtime.watched',
  'realtime.changes',
]

const listed = `${TABLE} in (${TABLES_WITHOUT_TENANT.map((name) => `'${name}'`).join(', ')})`

/** Number of the tenant column: tenant_id, or pool_id in tables shared by end users and creators. */
const owner = (oid: string) => `(select attnum from pg_attribute where attrelid = ${oid}
  and attname in ('tenant_id', 'pool_id') and not attisdropped order by attname desc limit 1)`

export const ownershipLints: Lint[] = [
  {
    name: 'every table has a tenant, or is listed as having none',
    sql: `select ${TABLE} as object, case
        when ${listed} and ${owner('c.oid')} is not null then 'is listed as having no tenant'
        when not ${listed} and ${owner('c.oid')} is null then 'has neither tenant_id nor pool_id' end as fault
      ${FROM_TABLES}`,
    violation: `create table public.offender (id uuid primary key)`,
    expectedFinding: 'public.offender',
  },
  {
    name: 'the primary key or an index starts with the tenant column',
    sql: `select ${TABLE} as object, case when not exists (select from pg_index where indrelid = c.oid
        and indpred is null and indkey[0] = ${owner('c.oid')}) then 'no index begins with the tenant' end as fault
      ${FROM_TABLES} and not ${listed}`,
    violation: `create table public.offender (id uuid primary key, tenant_id uuid not null)`,
    expectedFinding: 'public.offender',
  },
  {
    // A value that is unique across tenants leaks data of other tenants, and such a table cannot be sharded
    // by tenant.
    name: 'only the public key and user ids are unique across tenants',
    sql: `select i.indexrelid::regclass::text as object, case
        when ${owner('c.oid')} is null and not indisprimary and i.indexrelid::regclass::text
          not in ('public.tenants_public_key_key', 'tenants_public_key_key', 'auth.signing_keys_generation')
          then 'a second unique index on a table without a tenant'
        when ${owner('c.oid')} is not null and indkey[0] <> ${owner('c.oid')}
          and i.indexrelid::regclass::text <> 'auth.users_id_key' then 'does not begin with the tenant'
      end as fault
      from pg_index i join pg_class c on c.oid = i.indrelid where indisunique and ${oursIs('c.relnamespace')}`,
    violation: `create table public.offender (tenant_id uuid, name text unique, primary key (tenant_id, name))`,
    expectedFinding: 'offender_name_key',
  },
  {
    name: 'no foreign key crosses tenants',
    sql: `select k.conrelid::regclass || '.' || conname as object, case
        when confrelid = 'public.tenants'::regclass and conkey <> array[${owner('k.conrelid')}]
          then 'points at a tenant with another column than the one that tells the tenant'
        when ${owner('k.confrelid')} is null then null
        when ${owner('k.conrelid')} is null then 'points into a tenant from a table without one'
        when array_position(conkey, ${owner('k.conrelid')}) is distinct from array_position(confkey, ${owner('k.confrelid')})
          or array_position(conkey, ${owner('k.conrelid')}) is null then 'does not compare the tenants'
      end as fault
      from pg_constraint k where contype = 'f' and ${oursIs('connamespace')}`,
    violation: `create table public.offender (tenant_id uuid, other_tenant uuid, item_id uuid,
      primary key (tenant_id, item_id), foreign key (other_tenant, item_id) references public.items (tenant_id, id))`,
    expectedFinding: 'offender_other_tenant_item_id_fkey: does not compare the tenants',
  },
]
