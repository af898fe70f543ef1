-- Who is no longer an admin of a team leaves no invitation behind, which they could accept with another account.
alter table public.team_invitations add invited_by uuid; -- a member; null: the tenant's owner or staff
create function app.end_team_invitations_of() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.team_invitations
    where tenant_id = old.tenant_id and team_id = old.team_id and invited_by = old.auth_user_id;
  return null;
end $$;
create trigger end_invitations after delete on public.team_members for each row
  when (old.role = 'admin') execute function app.end_team_invitations_of();
create trigger end_invitations_by_role after update of role on public.team_members for each row
  when (old.role = 'admin' and new.role <> 'admin') execute function app.end_team_invitations_of();
select app.add_person_data('public.team_invitations', 'invited_by', 'deleted');
