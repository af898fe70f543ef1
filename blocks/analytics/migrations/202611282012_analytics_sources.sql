-- Where orders and members came from: copied from the visit when they are made, so that nothing connects a person with the pages of the visit.

create table app.order_sources (
  tenant_id uuid not null,
  order_id uuid not null,
  source text not null,
  medium text not null,
  campaign text not null,
  entry text not null, -- path of the visit's first page
  primary key (tenant_id, order_id),
  foreign key (tenant_id, order_id) references public.orders (tenant_id, id) on delete cascade
);
create table app.sign_up_sources (
  tenant_id uuid not null,
  auth_user_id uuid not null,
  source text not null,
  medium text not null,
  campaign text not null,
  entry text not null,
  primary key (tenant_id, auth_user_id),
  foreign key (tenant_id, auth_user_id) references auth.users (pool_id, id) on delete cascade
);
select app.protect('app.order_sources'), app.protect('app.sign_up_sources');
select app.add_person_data('app.sign_up_sources', 'auth_user_id', 'cascades', p_exported => '{source,medium,campaign,entry}');

-- The hash of the running request's visitor in a tenant. The server passes on a hash of address and agent with the day's salt, never the address.
create function app.request_visitor(p_tenant uuid) returns bigint language sql stable
  return ('x' || substr(encode(sha256(convert_to(
    p_tenant::text || (nullif(current_setting('request.source', true), '')::jsonb ->> 'visitor'), 'utf8')), 'hex'), 1, 16))::bit(64)::bigint;

-- The first event of the running request's visit: the visitor's last one, which starts after half an hour without events.
create function app.request_visit(p_tenant uuid) returns table (source text, medium text, campaign text, entry text)
language sql stable security definer set search_path = '' begin atomic
  with seen as (
    select e.at, e.source, e.medium, e.campaign, e.path, e.at - lag(e.at) over (order by e.at, e.id) as gap
    from app.analytics_events e
    where e.tenant_id = p_tenant and e.visitor = app.request_visitor(p_tenant) and e.at > now() - interval '24 hours'
  )
  select s.source, s.medium, s.campaign, s.path from seen s
  where s.gap is null or s.gap > interval '30 minutes' order by s.at desc limit 1;
end;

create function app.add_order_source() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into app.order_sources (tenant_id, order_id, source, medium, campaign, entry)
    select new.tenant_id, new.id, v.source, v.medium, v.campaign, v.entry from app.request_visit(new.tenant_id) v;
  return new;
end $$;
create trigger add_source after insert on public.orders for each row
  when (new.renewal_of is null) execute function app.add_order_source();

create function app.add_sign_up_source() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into app.sign_up_sources (tenant_id, auth_user_id, source, medium, campaign, entry)
    select new.pool_id, new.id, v.source, v.medium, v.campaign, v.entry from app.request_visit(new.pool_id) v;
  return new;
end $$;
create trigger add_source after insert on auth.users for each row
  when (new.pool_id <> '00000000-0000-0000-0000-000000000000' and not new.is_anonymous) execute function app.add_sign_up_source();

grant select (tenant_id, order_id, source, medium, campaign, entry) on app.order_sources to authenticated;
create policy of_readers on app.order_sources for select to authenticated
  using (tenant_id = any (array(select app.tenants_with('orders'))));

-- Members by source and day, for those who may read the figures but not auth.users. The same members as app.sign_ups_by_day.
create function app.sign_ups_by_source(p_tenant uuid, p_from timestamptz, p_to timestamptz)
returns table (at timestamptz, source text, medium text, campaign text)
language sql stable security definer set search_path = '' begin atomic
  select u.created_at, coalesce(s.source, ''), coalesce(s.medium, ''), coalesce(s.campaign, '')
  from auth.users u left join app.sign_up_sources s on s.tenant_id = u.pool_id and s.auth_user_id = u.id
  where u.pool_id = p_tenant and u.created_at >= p_from and u.created_at < p_to
    and p_tenant = any (array(select app.tenants_with('orders')))
    and not u.is_anonymous and u.deleted_at is null
    and (u.email_confirmed_at is not null or u.phone_confirmed_at is not null or (u.email is null and u.phone is null));
end;
grant execute on function app.sign_ups_by_source(uuid, timestamptz, timestamptz) to authenticated;
