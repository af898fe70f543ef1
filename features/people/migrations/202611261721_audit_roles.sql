select app.audit('public.roles', 'role', 'name', p_except => array['place', 'created_at']);
-- A role that members get by signing up is no act of anyone. A renamed role is one change, not one of each member.
select app.audit('public.role_members', 'role', 'role', array['insert=role.given', 'delete=role.taken'],
  p_except => array['given_at'], p_who => 'administrators', p_on => 'insert or delete');
