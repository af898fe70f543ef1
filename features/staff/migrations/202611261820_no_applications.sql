-- An application that acts for a creator changes data in their name, not who may: docs/decisions/008. Its tokens pass row-level
-- security, so without this an application could invite its maker as an admin, or list a site of its own, to which sign-ins return.
create function app.refuse_application() returns trigger language plpgsql set search_path = '' as $$
begin
  if auth.jwt() ? 'client_id' then
    raise exception 'Applications cannot change who works on a tenant'
      using errcode = 'insufficient_privilege', constraint = 'no_applications', table = tg_table_name;
  end if;
  return null;
end $$;
create trigger refuse_application before update or delete on public.tenant_staff for each statement
  when (current_user = 'authenticated') execute function app.refuse_application();
create trigger refuse_application before insert or update or delete on public.staff_invitations for each statement
  when (current_user = 'authenticated') execute function app.refuse_application();
create trigger refuse_application before insert or delete on public.ownership_offers for each statement
  when (current_user = 'authenticated') execute function app.refuse_application();

create or replace function app.check_settings_right() returns trigger language plpgsql set search_path = '' as $$
declare
  -- Computed columns have no value yet; they follow from the others.
  v_content constant text[] := '{name,description,theme,updated_at,stripe_account_id,auth0_client_secret_set}';
begin
  if to_jsonb(new) - v_content <> to_jsonb(old) - v_content
    and (auth.jwt() ? 'client_id' or not new.id = any (array(select app.tenants_with('settings'))))
  then
    raise exception 'Your role in this tenant does not include its settings'
      using errcode = 'insufficient_privilege', constraint = 'tenants_settings_right', table = 'tenants';
  end if;
  return new;
end $$;
