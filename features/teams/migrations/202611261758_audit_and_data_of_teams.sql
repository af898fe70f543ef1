-- Teams in the tenant's history and in what is exported and erased of a person: docs/decisions/060.
select app.audit('public.teams', 'team', 'name', p_except => array['created_at'], p_who => 'administrators');
select app.audit('public.team_members', 'team', null, p_acts => array['insert=team.member_added', 'role=team.role_changed', 'delete=team.member_removed'],
  p_except => array['joined_at', 'is_active'], p_who => 'administrators');
select app.audit('public.team_settings', 'team', null, p_acts => array['insert=team.settings_changed', 'update=team.settings_changed'],
  p_who => 'administrators', p_on => 'insert or update');

select app.add_person_data('public.team_members', 'auth_user_id', 'cascades', p_exported => '{team_id,role,joined_at}');
select app.add_person_data('public.team_orders', 'auth_user_id', 'deleted', p_exported => '{order_id,team_id}');

-- Invitations name a person by address alone.
create function app.erase_team_invitations(p_tenant uuid, p_user uuid, p_email text) returns void language sql set search_path = ''
  begin atomic
    delete from public.team_invitations where tenant_id = p_tenant and email = lower(p_email);
  end;
select app.add_person_data('public.team_invitations', 'app.erase_team_invitations', 'function');
