import { OWNER, oursIs, ROLES } from './lint.ts'
import type { Lint } from './lint.ts'

const FUNCTION = `p.oid::regprocedure::text`
const FROM_FUNCTIONS = `from pg_proc p where ${oursIs('p.pronamespace')}`
const mayCall = (role: string) => `has_function_privilege(${role}, p.oid, 'execute')`

/** Definer functions that callers without a session may trigger; each returns one narrow fact. */
const FOR_VISITORS = [
  `app.can_sell(uuid,text)`,
  `app.has_bought(text,uuid)`,
  `app.open_block(uuid)`,
  `app.open_form(uuid)`,
  `app.open_list(uuid)`,
  `app.my_audiences()`,
  `app.my_audiences_as_owner()`,
  `app.my_access()`,
  `app.my_offers()`,
  `app.my_offer(uuid)`,
  `app.item_picture(uuid,uuid,text)`,
  `storage.readable_buckets()`,
  `app.my_audiences_as_team()`,
  `app.my_team()`,
  `app.my_teams()`,
  `app.tables_open(text)`,
  `app.tables_open_to_author(text)`,
  `app.tables_open_to_team(text)`,
  `app.tables_without_approval()`,
  `app.check_tables(uuid,bigint)`,
  `app.begin_write(uuid,uuid,bigint)`,
  `app.unused_id(uuid,uuid,uuid)`,
  // Tickets: no role writes the tables, because seats must be counted. Each of these acts on what the caller's claims, or a secret
  // that only its owner has, prove.
  `app.event_view(uuid,text)`,
  `app.list_events(uuid,timestamp with time zone,timestamp with time zone)`,
  `app.hold_cart(uuid,bytea,bytea,text,jsonb,numeric,bigint)`,
  `app.own_cart(bytea,bytea)`,
  `app.release_cart(bytea)`,
  `app.ticket_cart(bytea)`,
  `app.take_free_tickets(bytea,text,jsonb)`,
  `app.has_events()`,
  `app.my_tickets(bytea)`,
  `app.rename_ticket(uuid,bytea,text,text,jsonb)`,
  `app.transfer_ticket(uuid,bytea,text,text,bytea,text)`,
  `app.cancel_own_ticket(uuid,bytea)`,
  `app.wait_for_tickets(uuid,text,integer,text)`,
  `app.pair_device(bytea,bytea)`,
  `app.scan_tickets(uuid,uuid,bytea,jsonb)`,
  `app.undo_scan(uuid,uuid,bytea,uuid)`,
  `app.door_sheet(uuid,uuid,bytea,text)`,
  // The library: what its policies compare with, for the caller's claims; the ways to an item; and the caller's own progress.
  `app.my_lessons()`,
  `app.my_lesson_items()`,
  `app.open_library()`,
  `app.seen_courses()`,
  `app.seen_lessons()`,
  `app.library_ways(uuid)`,
  `app.save_library_progress(uuid,integer,boolean)`,
  `app.my_certificate(uuid)`,
  `app.claim_certificate(uuid,text)`,
  `app.check_certificate(text)`,
  // The assistant: whether the caller may ask, and whose passages its policy opens to them.
  `app.prompt_state(uuid)`,
  `app.open_prompt_sources()`,
]

export const routineLints: Lint[] = [
  {
    // The name guarantees that a validator depends only on its arguments, so any table may use it in a check.
    name: 'every request role may call the validators (app.valid_…), which are immutable',
    sql: `select ${FUNCTION} as object, case when provolatile <> 'i' or prosecdef then 'is not a plain immutable function'
        when not (${ROLES.map((role) => mayCall(`'${role}'`)).join(' and ')}) then 'is closed to a role' end as fault
      ${FROM_FUNCTIONS} and p.pronamespace = 'app'::regnamespace and p.proname like 'valid\\_%'`,
    violation: `create function app.valid_violation(text) returns boolean language sql immutable return $1 <> '';
      grant execute on function app.valid_violation(text) to authenticated, service_role`,
    expectedFinding: 'app.valid_violation(text): is closed',
  },
  {
    name: 'functions resolve names independently of the caller',
    sql: `select ${FUNCTION} as object, case when prosqlbody is null
        and not exists (select from unnest(proconfig) as setting where setting like 'search_path=%')
        then 'no fixed search_path and no SQL-standard body' end as fault ${FROM_FUNCTIONS}`,
    violation: `create function app.offender() returns int language plpgsql as 'begin return 1; end'`,
    expectedFinding: 'app.offender()',
  },
  {
    name: 'PUBLIC may call no function',
    sql: `select ${FUNCTION} as object, case when ${mayCall(`'public'`)} then 'PUBLIC may call it' end as fault
      ${FROM_FUNCTIONS}`,
    violation: `create function app.offender() returns int language sql return 1;
      grant execute on function app.offender() to public`,
    expectedFinding: 'app.offender()',
  },
  {
    name: 'new functions are closed to PUBLIC by default',
    sql: `select 'functions of ' || rolname as object, case when not exists (select from pg_default_acl
        where defaclrole = r.oid and defaclnamespace = 0 and defaclobjtype = 'f'
          and not exists (select from aclexplode(defaclacl) where grantee = 0)) then 'open to PUBLIC when made' end as fault
      from pg_roles r where r.oid = ${OWNER}`,
    violation: `alter default privileges grant execute on functions to public`,
    expectedFinding: 'open to PUBLIC when made',
  },
  {
    name: 'visitors and end users can only trigger the listed definer functions',
    sql: `select ${FUNCTION} as object, case when prosecdef and ${FUNCTION} <> all (array[${FOR_VISITORS.map((name) => `'${name}'`).join(', ')}])
        and (${mayCall(`'anon'`)} or ${mayCall(`'end_user'`)}) then 'a definer function for visitors' end as fault
      ${FROM_FUNCTIONS}`,
    violation: `create function app.offender() returns int language sql security definer return 1;
      grant execute on function app.offender() to end_user`,
    expectedFinding: 'app.offender()',
  },
  {
    name: 'the owner and the request roles are neither superusers nor exempt from row-level security',
    sql: `select rolname as object, case
        when rolsuper or rolbypassrls or rolreplication then 'bypasses row-level security'
        when r.oid <> ${OWNER} and (rolcanlogin or rolcreaterole or rolcreatedb) then 'is more than a role for requests'
      end as fault
      from pg_roles r where r.oid = ${OWNER} or rolname in ('anon', 'authenticated', 'end_user', 'service_role')`,
    violation: `alter role anon createdb`,
    expectedFinding: 'anon: is more than a role for requests',
  },
]
