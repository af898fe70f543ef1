-- What holders are written to about. Tickets themselves say which were not mailed yet (`tickets.mailed`); what happens to an event is a row here.
create table app.ticket_notices (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  event_id uuid not null,
  kind text not null check (kind in ('changed', 'canceled', 'reminder')),
  due_at timestamptz not null,
  since timestamptz not null default now(), -- of a cancellation: tickets that ended before do not count
  done_to uuid, -- owners of tickets up to this one have been written to
  primary key (tenant_id, event_id, kind),
  foreign key (tenant_id, event_id) references public.ticket_events (tenant_id, id) on delete cascade
);
create index ticket_notices_due on app.ticket_notices (due_at);
select app.protect('app.ticket_notices');

-- An event that is published plans its reminder. Changes are mailed five minutes after the last one, so that several are one email.
create function app.plan_ticket_notices() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_was constant text := case when tg_op = 'UPDATE' then old.state end;
  v_reminder constant timestamptz := new.starts_at - interval '24 hours';
begin
  if new.state <> 'published' or v_reminder <= now() then
    delete from app.ticket_notices n where n.tenant_id = new.tenant_id and n.event_id = new.id
      and (new.state <> 'published' or n.kind = 'reminder' and n.due_at > now());
  end if;
  if new.state = 'canceled' and v_was = 'published' and old.ends_at > now() then
    insert into app.ticket_notices (tenant_id, event_id, kind, due_at) values (new.tenant_id, new.id, 'canceled', now());
  elsif new.state = 'published' then
    if v_reminder > now() then
      insert into app.ticket_notices (tenant_id, event_id, kind, due_at) values (new.tenant_id, new.id, 'reminder', v_reminder)
        on conflict (tenant_id, event_id, kind) do update set due_at = excluded.due_at, done_to = null;
    end if;
    if v_was = 'published' and new.ends_at > now()
      and (old.starts_at, old.ends_at, old.zone, old.place) is distinct from (new.starts_at, new.ends_at, new.zone, new.place) then
      insert into app.ticket_notices (tenant_id, event_id, kind, due_at) values (new.tenant_id, new.id, 'changed', now() + interval '5 minutes')
        on conflict (tenant_id, event_id, kind) do update set due_at = excluded.due_at, done_to = null;
    end if;
  end if;
  return null;
end $$;
create trigger plan_notices after insert or update of state, starts_at, ends_at, zone, place on public.ticket_events
  for each row execute function app.plan_ticket_notices();

-- One ticket for each owner to write to about one event, each once. Rows that are done go.
create function app.take_ticket_notices(p_most integer) returns table (tenant_id uuid, ticket_id uuid, kind text) language plpgsql
security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_notice app.ticket_notices;
  v_tickets uuid[];
begin
  select * into v_notice from app.ticket_notices n where n.due_at <= now() order by n.due_at limit 1 for update skip locked;
  if not found then
    return;
  end if;
  v_tickets := array(
    select k.id from public.tickets k
    where k.tenant_id = v_notice.tenant_id and k.event_id = v_notice.event_id and k.owner_email is not null
      and (v_notice.done_to is null or k.id > v_notice.done_to)
      and case v_notice.kind when 'canceled' then k.state = 'valid' or k.state in ('canceled', 'refunded') and k.ended_at >= v_notice.since
        else k.state = 'valid' end
    order by k.id limit p_most);
  if cardinality(v_tickets) < p_most then
    delete from app.ticket_notices n where n.tenant_id = v_notice.tenant_id and n.event_id = v_notice.event_id and n.kind = v_notice.kind;
  else
    update app.ticket_notices n set done_to = v_tickets[p_most]
      where n.tenant_id = v_notice.tenant_id and n.event_id = v_notice.event_id and n.kind = v_notice.kind;
  end if;
  return query
    select k.tenant_id, k.id, v_notice.kind from public.tickets k
    where k.tenant_id = v_notice.tenant_id and k.id = any (v_tickets)
      -- Of several tickets of one owner, the first.
      and not exists (select from public.tickets o where o.tenant_id = k.tenant_id and o.event_id = k.event_id
        and lower(o.owner_email) = lower(k.owner_email) and o.id < k.id
        and case v_notice.kind when 'canceled' then o.state = 'valid' or o.state in ('canceled', 'refunded') and o.ended_at >= v_notice.since
          else o.state = 'valid' end)
    order by k.id;
end $$;

-- Marks tickets as mailed, and returns one for each owner and event: of new ones, and of those that were given away.
create function app.take_unmailed_tickets(p_most integer) returns table (tenant_id uuid, ticket_id uuid, kind text) language sql
security definer set search_path = '' as $$
  with due as (
    select k.tenant_id, k.id from public.tickets k
    where k.state = 'valid' and k.mailed < k.transfers and k.owner_email is not null
    order by k.tenant_id, k.id limit p_most for update skip locked),
  marked as (
    update public.tickets k set mailed = k.transfers from due where k.tenant_id = due.tenant_id and k.id = due.id
    returning k.tenant_id, k.id, k.event_id, k.owner_email, k.transfers > 0 as given)
  select distinct on (m.tenant_id, m.event_id, lower(m.owner_email), m.given) m.tenant_id, m.id,
    case when m.given then 'given' else 'issued' end
  from marked m order by m.tenant_id, m.event_id, lower(m.owner_email), m.given, m.id
$$;
grant execute on function app.take_ticket_notices(integer), app.take_unmailed_tickets(integer) to service_role;

-- The cart of an offer, for its email.
create index ticket_carts_by_wait on app.ticket_carts (tenant_id, wait_id) where wait_id is not null;
