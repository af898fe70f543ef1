-- What accounts consist of is exported without hashes and secrets, and deleted with the account.
select app.add_person_data('auth.users', 'id', 'account', p_exported =>
  '{id,email,email_confirmed_at,phone,phone_confirmed_at,raw_user_meta_data,raw_app_meta_data,is_anonymous,created_at,updated_at,last_sign_in_at}');
select app.add_person_data('auth.identities', 'user_id', 'cascades', p_exported => '{provider,identity_data,created_at,last_sign_in_at}');
select app.add_person_data('auth.sessions', 'user_id', 'cascades', p_exported => '{ip,user_agent,created_at,refreshed_at}');
select app.add_person_data('auth.mfa_factors', 'user_id', 'cascades', p_exported => '{factor_type,friendly_name,phone,status,created_at}');
select app.add_person_data('auth.passkeys', 'user_id', 'cascades', p_exported => '{friendly_name,created_at}');
select app.add_person_data('auth.oauth_consents', 'user_id', 'cascades', p_exported => '{client_id,scopes}');
select app.add_person_data(name::regclass, 'user_id', 'cascades') from unnest(array['auth.known_places', 'auth.flow_states',
  'auth.one_time_tokens', 'auth.oauth_authorizations', 'auth.passkey_challenges']) as name;
select app.add_person_data('auth.provider_logins', 'linking_user_id', 'deleted');
select app.add_person_data('auth.mfa_challenges', 'ip', 'kept', p_reason => 'deleted with the factor');

-- However an account is deleted, the person is erased. The accounts of a deleted tenant go with it, and those of guests
-- end by themselves: neither asks for it.
create function auth.erase_person() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.tenants t where t.id = old.pool_id) then
    perform app.erase_person(old.pool_id, old.id, case when old.email_confirmed_at is not null then old.email end);
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger erase_person before delete on auth.users for each row
  when (old.pool_id <> '00000000-0000-0000-0000-000000000000' and not old.is_anonymous) execute function auth.erase_person();
create trigger erase_person_kept_as_id after update of deleted_at on auth.users for each row
  when (old.pool_id <> '00000000-0000-0000-0000-000000000000' and not old.is_anonymous and old.deleted_at is null
    and new.deleted_at is not null) execute function auth.erase_person();
