select app.add_person_data('public.role_members', 'auth_user_id', 'cascades', p_exported => '{role,given_at}');
