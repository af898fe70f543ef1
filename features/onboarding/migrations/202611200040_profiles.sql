create table public.bolt_profiles (
  user_id uuid primary key default auth.uid(),
  display_name text check (char_length(display_name) between 1 and 120),
  company text check (char_length(company) <= 120),
  role text check (role in ('founder', 'developer', 'designer', 'product_manager', 'other')),
  industry text check (industry in ('technology', 'finance', 'healthcare', 'education', 'ecommerce', 'other')),
  onboarding_complete boolean not null default false,
  updated_at timestamptz not null default now()
);
select app.protect('public.bolt_profiles');
create trigger touch before update on public.bolt_profiles for each row execute function app.touch_updated_at();
grant select (user_id, display_name, company, role, industry, onboarding_complete, updated_at),
  insert (user_id, display_name, company, role, industry, onboarding_complete, updated_at),
  update (user_id, display_name, company, role, industry, onboarding_complete, updated_at)
  on public.bolt_profiles to authenticated;
create policy own_row on public.bolt_profiles for select to authenticated using (user_id = auth.uid());
create policy own_row_insert on public.bolt_profiles for insert to authenticated with check (user_id = auth.uid());
create policy own_row_update on public.bolt_profiles for update to authenticated
  using (user_id = auth.uid()) with check (user_id = auth.uid());
