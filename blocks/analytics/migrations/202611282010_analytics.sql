-- Analytics: events of pages, their roll-ups by hour, settings, goals, funnels and notes (docs/decisions/109, blocks/analytics/README.md).

-- What pages report. Nothing here identifies a person: `visitor` is a hash with the day's salt, which is deleted.
-- One partition for each month, made by app.add_analytics_month. Without foreign keys: a check of the tenant for each event would lock its row.
create table app.analytics_events (
  tenant_id uuid not null,
  at timestamptz not null, -- by the server's clock
  id uuid not null, -- chosen by the page: a repeated request stores nothing
  visitor bigint not null,
  known bigint, -- hash of an id that stays, if the visitor agreed to it
  kind text not null check (kind in ('view', 'event', 'link', 'download', 'missing', 'block', 'vital')),
  name text not null default '' check (char_length(name) <= 200), -- of the event; the link; `pay:opened` of a block; `LCP`
  value double precision, -- of a vital
  site text not null check (char_length(site) <= 255), -- the host
  path text not null check (char_length(path) <= 500),
  source text not null default '' check (char_length(source) <= 120), -- utm_source or the referring host; empty: direct
  medium text not null default '' check (char_length(medium) <= 120),
  campaign text not null default '' check (char_length(campaign) <= 120),
  country text not null default '' check (country ~ '^([A-Z]{2})?$'),
  device text not null default '' check (device in ('', 'phone', 'tablet', 'desktop')),
  browser text not null default '' check (char_length(browser) <= 40),
  system text not null default '' check (char_length(system) <= 40),
  primary key (tenant_id, at, id)
) partition by range (at);
create index analytics_events_of_visitor on app.analytics_events (tenant_id, visitor, at);
select app.protect('app.analytics_events');

-- Ids of the last day, because the key of a partitioned table contains the time, which a repeated request has not.
create table app.analytics_ids (
  tenant_id uuid not null,
  id uuid not null,
  at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index analytics_ids_old on app.analytics_ids using brin (at) with (pages_per_range = 16);
select app.protect('app.analytics_ids');

-- Hours whose roll-up is missing or old. Each flush of events raises `version`, so that a roll-up that missed some does not remove the row.
create table app.analytics_dirty (
  tenant_id uuid not null,
  hour timestamptz not null,
  version bigint not null default 1,
  primary key (tenant_id, hour)
);
select app.protect('app.analytics_dirty');

-- Counts by hour. `dimension` is what `value` is: `page`, `source`, `country` …; those of all views and visits have the empty value.
-- `visitors` counts each visitor once per day (UTC) and value, in the hour of the first time.
create table app.analytics_hours (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  dimension text not null check (dimension ~ '^[a-z]{1,20}$'),
  hour timestamptz not null,
  value text not null check (char_length(value) <= 500),
  count integer not null,
  visitors integer not null,
  primary key (tenant_id, dimension, hour, value)
);
select app.protect('app.analytics_hours');

-- Makes the partition of a month, and does nothing if it exists. A table is made first and attached then, because `partition of` would lock out readers.
create function app.add_analytics_month(p_month date) returns void language plpgsql security definer set search_path = '' as $$
declare
  v_from constant date := date_trunc('month', p_month)::date;
  v_name constant text := 'analytics_events_' || to_char(v_from, 'YYYYMM');
begin
  if v_from not between (now() at time zone 'UTC')::date - 4000 and (now() at time zone 'UTC')::date + 400 then
    raise exception 'no month of events: %', p_month using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('months of analytics', 0));
  if to_regclass('app.' || v_name) is not null then
    return;
  end if;
  execute format('create table app.%I (like app.analytics_events including defaults including constraints)', v_name);
  perform app.protect(('app.' || v_name)::regclass);
  execute format('alter table app.analytics_events attach partition app.%I for values from (%L) to (%L)', v_name,
    v_from::timestamp at time zone 'UTC', (v_from + interval '1 month') at time zone 'UTC');
end $$;
grant execute on function app.add_analytics_month(date) to service_role;

-- Removes whole months that no tenant stores any more, instead of deleting their rows.
create function app.drop_analytics_months(p_before timestamptz) returns integer language plpgsql security definer set search_path = '' as $$
declare
  v_name text;
  v_count integer := 0;
begin
  for v_name in select c.relname from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'app.analytics_events'::regclass
      and (to_date(right(c.relname, 6), 'YYYYMM') + interval '1 month') at time zone 'UTC' <= p_before order by 1
  loop
    execute format('alter table app.analytics_events detach partition app.%I', v_name);
    execute format('drop table app.%I', v_name);
    v_count := v_count + 1;
  end loop;
  return v_count;
end $$;
grant execute on function app.drop_analytics_months(timestamptz) to service_role;

create function app.forget_analytics() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from app.analytics_events e where e.tenant_id = old.id;
  delete from app.analytics_ids i where i.tenant_id = old.id;
  delete from app.analytics_dirty d where d.tenant_id = old.id;
  return old;
end $$;
create trigger forget_analytics after delete on public.tenants for each row execute function app.forget_analytics();

-- The staff read events and counts with the right `see`. Only the service writes them.
grant select (tenant_id, at, id, visitor, known, kind, name, value, site, path, source, medium, campaign, country, device, browser, system)
  on app.analytics_events to authenticated;
create policy of_readers on app.analytics_events for select to authenticated
  using (tenant_id = any (array(select app.tenants_with('see'))));
grant select (tenant_id, dimension, hour, value, count, visitors) on app.analytics_hours to authenticated;
create policy of_readers on app.analytics_hours for select to authenticated
  using (tenant_id = any (array(select app.tenants_with('see'))));
grant select (tenant_id, hour) on app.analytics_dirty to authenticated;
create policy of_readers on app.analytics_dirty for select to authenticated
  using (tenant_id = any (array(select app.tenants_with('see'))));
