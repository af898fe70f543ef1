-- An invitation is accepted while its inviter may still invite. The triggers that end the invitations of a former admin do not see one
-- that is being inserted at that moment.
create or replace function app.accept_staff_invitation(p_token_hash bytea) returns uuid language plpgsql security definer set search_path = '' as $$
declare
  v_invitation public.staff_invitations;
begin
  if auth.role() is distinct from 'authenticated' or auth.jwt() ? 'client_id' then
    perform app.refuse_staff('staff_invitation_open');
  end if;
  perform from public.tenants where id = (select tenant_id from public.staff_invitations where token_hash = p_token_hash)
    for no key update;
  delete from public.staff_invitations i where i.token_hash = p_token_hash and i.expires_at > now()
    and (exists (select from public.tenants t where t.id = i.tenant_id and t.owner_user_id = i.invited_by)
      or exists (select from public.tenant_staff s where s.tenant_id = i.tenant_id and s.user_id = i.invited_by and s.role = 'admin'))
    returning i.* into v_invitation;
  if v_invitation.id is null then
    perform app.refuse_staff('staff_invitation_open');
  end if;
  if not exists (select from auth.users u
    where u.pool_id = '00000000-0000-0000-0000-000000000000' and u.id = auth.uid() and lower(u.email) = v_invitation.email
      and u.email_confirmed_at is not null and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now()))
  then
    perform app.refuse_staff('staff_invitation_address');
  end if;
  if exists (select from public.tenants t where t.id = v_invitation.tenant_id and t.owner_user_id = auth.uid())
    or exists (select from public.tenant_staff s where s.tenant_id = v_invitation.tenant_id and s.user_id = auth.uid())
  then
    perform app.refuse_staff('staff_already');
  end if;
  if (select count(*) from public.tenant_staff s where s.tenant_id = v_invitation.tenant_id) >= app.staff_seats(v_invitation.tenant_id) then
    perform app.refuse_staff('staff_seats');
  end if;
  insert into public.tenant_staff (tenant_id, user_id, role, invited_by)
    values (v_invitation.tenant_id, auth.uid(), v_invitation.role, v_invitation.invited_by);
  return v_invitation.tenant_id;
end $$;
