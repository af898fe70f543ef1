-- What administrators do to accounts; end users sign in, and change their own, all day. Who they are is never recorded.
select app.audit('auth.users', 'customer', null,
  array['deleted_at=customer.deleted', 'banned_until=customer.banned', '!banned_until=customer.unbanned',
    'encrypted_password=customer.password_changed', 'email=customer.email_changed', 'phone=customer.phone_changed'],
  p_only => array['email', 'phone', 'encrypted_password', 'banned_until', 'deleted_at'],
  p_hidden => array['email', 'phone'], p_who => 'administrators and leavers');
select app.audit('auth.providers', 'sign_in_provider', 'name', p_except => array['created_at', 'updated_at']);
select app.audit('auth.pool_settings', 'sign_in_settings', null, array['insert=sign_in_settings.changed'],
  p_except => array['updated_at'], p_on => 'insert or update');
select app.audit('auth.oauth_clients', 'app', 'client_name', array['secret_hash=app.secret_rotated'],
  p_except => array['created_at', 'updated_at'], p_who => 'administrators');
