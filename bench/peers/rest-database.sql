-- The data that the peers of the data API serve, in a separate database beside ours: the columns and rights that the
-- measured requests use. `:tenants` tenants with 25 items each.
create schema auth;
create function auth.uid() returns uuid language sql stable
  return (nullif(current_setting('request.jwt.claims', true), '')::json ->> 'sub')::uuid;
grant usage on schema auth to anon, authenticated;
grant usage on schema public to anon, authenticated;

create table public.tenants (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  public_key text unique,
  theme jsonb not null default '{"variant": "clean"}',
  auth_provider text not null default 'supabase',
  auth0_domain text,
  auth0_client_id text,
  stripe_mode text not null default 'test'
);
alter table public.tenants enable row level security;
grant select on public.tenants to anon;
create policy public_card on public.tenants for select to anon using (true);

create table public.items (
  id uuid not null default gen_random_uuid(),
  tenant_id uuid not null references public.tenants,
  name text not null,
  description text,
  price_cents integer not null,
  currency text not null,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index items_of_tenant on public.items (tenant_id, created_at desc);
alter table public.items enable row level security;
grant select on public.items to anon;
create policy catalogue on public.items for select to anon using (active);

create table public.bolt_blocks (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  title text not null,
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index bolt_blocks_by_user on public.bolt_blocks (user_id, created_at desc);
alter table public.bolt_blocks enable row level security;
grant select, insert on public.bolt_blocks to authenticated;
create policy own_rows on public.bolt_blocks for all to authenticated
  using (user_id = auth.uid()) with check (user_id = auth.uid());
