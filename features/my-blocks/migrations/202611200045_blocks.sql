create table public.bolt_blocks (
  id uuid primary key default app.uuidv7(),
  user_id uuid not null default auth.uid(),
  title text not null check (app.valid_name(title, 120)),
  data jsonb not null default '{}' check (jsonb_typeof(data) = 'object' and pg_column_size(data) <= 262144),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index bolt_blocks_by_user on public.bolt_blocks (user_id, created_at desc);
select app.protect('public.bolt_blocks');
create trigger touch before update on public.bolt_blocks for each row execute function app.touch_updated_at();
grant select (id, user_id, title, data, created_at, updated_at), insert (user_id, title, data),
  update (title, data, updated_at), delete on public.bolt_blocks to authenticated;
create policy own_rows on public.bolt_blocks for all to authenticated
  using (user_id = auth.uid()) with check (user_id = auth.uid());
