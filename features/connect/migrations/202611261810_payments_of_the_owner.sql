-- Where the money goes, and whether it is real, is the owner's alone: an admin could redirect it. docs/decisions/058
create function app.check_payments_owner() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.id <> all (array(select app.owned_tenants())) then
    raise exception 'Only the owner of this tenant may change its payment account'
      using errcode = 'insufficient_privilege', constraint = 'tenants_payments_right', table = 'tenants';
  end if;
  return new;
end $$;
create trigger check_payments_owner
  before update of stripe_mode, stripe_status, stripe_account_id_test, stripe_account_id_live on public.tenants for each row
  when (current_user = 'authenticated'
    and (new.stripe_mode, new.stripe_status, new.stripe_account_id_test, new.stripe_account_id_live)
      is distinct from (old.stripe_mode, old.stripe_status, old.stripe_account_id_test, old.stripe_account_id_live))
  execute function app.check_payments_owner();
