-- Who is on the staff is part of the tenant's history. Their rows end with the creator's account, not with an end user's.
select app.audit('public.tenant_staff', 'staff', null, p_acts => array['insert=staff.joined', 'role=staff.role_changed', 'delete=staff.left'],
  p_except => array['created_at']);
select app.audit('public.staff_invitations', 'staff', 'email',
  p_acts => array['insert=staff.invited', 'update=staff.invited_again', 'delete=staff.invitation_ended'], p_except => array['created_at', 'id']);
select app.audit('public.ownership_offers', 'staff', null,
  p_acts => array['insert=staff.ownership_offered', 'delete=staff.ownership_offer_ended'], p_except => array['offered_at']);

select app.add_person_data('public.tenant_staff', 'user_id', 'kept', p_reason => 'of creators');
select app.add_person_data('public.staff_invitations', 'invited_by', 'kept', p_reason => 'of creators');
select app.add_person_data('public.ownership_offers', 'user_id', 'kept', p_reason => 'of creators');
