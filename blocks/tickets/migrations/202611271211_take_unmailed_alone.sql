-- Two servers that look at the same time share the tickets of one order between them, because each skips what the other has locked, and its
-- buyer gets two emails. One after the other, the second finds nothing left.
create or replace function app.take_unmailed_tickets(p_most integer) returns table (tenant_id uuid, ticket_id uuid, kind text) language sql
security definer set search_path = '' as $$
  select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('take_unmailed_tickets', 0));
  with due as (
    select k.tenant_id, k.id from public.tickets k
    where k.state = 'valid' and k.mailed < k.transfers and k.owner_email is not null
    order by k.tenant_id, k.id limit p_most for update),
  marked as (
    update public.tickets k set mailed = k.transfers from due where k.tenant_id = due.tenant_id and k.id = due.id
    returning k.tenant_id, k.id, k.event_id, k.owner_email, k.transfers > 0 as given)
  select distinct on (m.tenant_id, m.event_id, lower(m.owner_email), m.given) m.tenant_id, m.id,
    case when m.given then 'given' else 'issued' end
  from marked m order by m.tenant_id, m.event_id, lower(m.owner_email), m.given, m.id
$$;
