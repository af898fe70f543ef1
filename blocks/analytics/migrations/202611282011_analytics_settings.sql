-- What a tenant's staff set: what is measured and stored, goals, funnels, and notes on days.

create function app.valid_figures(p_figures text[]) returns boolean language sql immutable
  return p_figures <@ array['views', 'visits', 'visitors', 'members', 'orders'] and cardinality(p_figures) <= 5;
-- Networks in CIDR notation whose visits are not counted.
create function app.valid_networks(p_networks text[]) returns boolean language sql immutable
  return cardinality(p_networks) <= 20 and array_position(p_networks, null) is null
    and coalesce((select bool_and(n ~ '^[0-9a-f.:]{2,39}(/[0-9]{1,3})?$') from unnest(p_networks) as n), true);
-- A page (exact, or everything below `/shop/*`), or the name of an event, a link, a download or a step of a block.
create function app.valid_goal(p_goal jsonb) returns boolean language sql immutable
  return jsonb_typeof(p_goal) = 'object' and p_goal - 'kind' - 'match' = '{}'
    and coalesce(p_goal ->> 'kind' in ('view', 'event', 'link', 'download', 'block'), false)
    and coalesce(char_length(p_goal ->> 'match') between 1 and 500, false);
create function app.valid_steps(p_steps jsonb) returns boolean language sql immutable
  return case when jsonb_typeof(p_steps) = 'array' then jsonb_array_length(p_steps) between 2 and 8
    and coalesce((select bool_and(app.valid_goal(s)) from jsonb_array_elements(p_steps) as s), false) else false end;
grant execute on function app.valid_figures(text[]), app.valid_networks(text[]), app.valid_goal(jsonb), app.valid_steps(jsonb)
  to anon, authenticated, end_user, service_role;

create table public.analytics_settings (
  tenant_id uuid primary key references public.tenants (id) on delete cascade,
  collection text not null default 'on' check (collection in ('off', 'on', 'consent')),
  raw_days integer not null default 365 check (raw_days between 30 and 1095), -- how long events are stored; counts by hour stay
  own_networks text[] not null default '{}' check (app.valid_networks(own_networks)),
  public_figures text[] not null default '{}' check (app.valid_figures(public_figures)),
  share_hash bytea check (octet_length(share_hash) = 32), -- of the token in the share link
  is_shared boolean not null generated always as (share_hash is not null) stored,
  updated_at timestamptz not null default now()
);
create table public.analytics_goals (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  id uuid not null default app.uuidv7(),
  name text not null check (app.valid_name(name, 80)),
  goal jsonb not null check (app.valid_goal(goal)),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create table public.analytics_funnels (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  id uuid not null default app.uuidv7(),
  name text not null check (app.valid_name(name, 80)),
  steps jsonb not null check (app.valid_steps(steps)),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create table public.analytics_notes (
  tenant_id uuid not null references public.tenants (id) on delete cascade,
  id uuid not null default app.uuidv7(),
  day date not null,
  text text not null check (app.valid_name(text, 200)),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index analytics_notes_by_day on public.analytics_notes (tenant_id, day);
select app.protect('public.analytics_settings'), app.protect('public.analytics_goals'), app.protect('public.analytics_funnels'),
  app.protect('public.analytics_notes');

-- Analytics needs Business in live mode. What exists is read as before. In test mode each plan tries it.
create function app.check_analytics() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_count bigint;
begin
  if not exists (select from public.tenants t
      where t.id = new.tenant_id and (t.stripe_mode = 'test' or app.has_plan(t.owner_user_id, 'business'))) then
    raise exception 'Analytics needs the Business plan in live mode' using errcode = 'check_violation', constraint = 'analytics_plan';
  end if;
  if tg_op = 'INSERT' and tg_nargs = 1 then
    -- Inserts at once wait for each other, so that their sum cannot exceed the limit.
    perform pg_advisory_xact_lock(hashtextextended(tg_table_name || new.tenant_id::text, 0));
    execute format('select count(*) from public.%I where tenant_id = $1', tg_table_name) into v_count using new.tenant_id;
    if v_count >= tg_argv[0]::integer then
      raise exception 'There are already % of these', tg_argv[0] using errcode = 'check_violation', constraint = 'analytics_most';
    end if;
  end if;
  return new;
end $$;
create trigger check_analytics before insert or update on public.analytics_settings for each row
  when (current_user = 'authenticated') execute function app.check_analytics();
create trigger check_analytics before insert or update on public.analytics_goals for each row
  when (current_user = 'authenticated') execute function app.check_analytics(50);
create trigger check_analytics before insert or update on public.analytics_funnels for each row
  when (current_user = 'authenticated') execute function app.check_analytics(20);
create trigger check_analytics before insert or update on public.analytics_notes for each row
  when (current_user = 'authenticated') execute function app.check_analytics(500);

-- Whether pages measure is read with the tenant.
create function app.set_measuring() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    update public.tenants t set measuring = 'off' where t.id = old.tenant_id;
    return old;
  end if;
  update public.tenants t set measuring = new.collection where t.id = new.tenant_id and t.measuring <> new.collection;
  return new;
end $$;
create trigger set_measuring after insert or delete or update of collection on public.analytics_settings
  for each row execute function app.set_measuring();
create trigger touch before update on public.analytics_settings for each row execute function app.touch_updated_at();

grant select (tenant_id, collection, raw_days, own_networks, public_figures, is_shared, updated_at),
  insert (tenant_id, collection, raw_days, own_networks, public_figures),
  update (collection, raw_days, own_networks, public_figures) on public.analytics_settings to authenticated;
grant select (tenant_id, id, name, goal, created_at), insert (tenant_id, name, goal), update (name, goal), delete
  on public.analytics_goals to authenticated;
grant select (tenant_id, id, name, steps, created_at), insert (tenant_id, name, steps), update (name, steps), delete
  on public.analytics_funnels to authenticated;
grant select (tenant_id, id, day, text, created_at), insert (tenant_id, day, text), update (day, text), delete
  on public.analytics_notes to authenticated;
create policy of_readers on public.analytics_settings for select to authenticated
  using (tenant_id = any (array(select app.tenants_with('see'))));
create policy of_admins on public.analytics_settings for all to authenticated
  using (tenant_id = any (array(select app.tenants_with('settings'))))
  with check (tenant_id = any (array(select app.tenants_with('settings'))));
create policy of_readers on public.analytics_goals for select to authenticated
  using (tenant_id = any (array(select app.tenants_with('see'))));
create policy of_editors on public.analytics_goals for all to authenticated
  using (tenant_id = any (array(select app.tenants_with('content'))))
  with check (tenant_id = any (array(select app.tenants_with('content'))));
create policy of_readers on public.analytics_funnels for select to authenticated
  using (tenant_id = any (array(select app.tenants_with('see'))));
create policy of_editors on public.analytics_funnels for all to authenticated
  using (tenant_id = any (array(select app.tenants_with('content'))))
  with check (tenant_id = any (array(select app.tenants_with('content'))));
create policy of_readers on public.analytics_notes for select to authenticated
  using (tenant_id = any (array(select app.tenants_with('see'))));
create policy of_editors on public.analytics_notes for all to authenticated
  using (tenant_id = any (array(select app.tenants_with('content'))))
  with check (tenant_id = any (array(select app.tenants_with('content'))));

select app.audit('public.analytics_settings', 'analytics_settings', null, p_except => array['updated_at', 'is_shared'], p_hidden => array['share_hash']);
select app.audit('public.analytics_goals', 'analytics_goal', 'name', p_except => array['created_at']);
select app.audit('public.analytics_funnels', 'analytics_funnel', 'name', p_except => array['created_at']);
