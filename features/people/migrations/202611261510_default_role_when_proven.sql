-- The default role is for members who proved their address or number. Before that, an account is anyone's claim: its role would
-- tell webhooks of an address that may be someone else's, and tell the response to a sign-up with a new address from that to a known one.
drop trigger give_default_role on auth.users;
drop trigger give_default_role_to_guest on auth.users;
create trigger give_default_role after insert on auth.users for each row
  when (not new.is_anonymous and (new.email_confirmed_at is not null or new.phone_confirmed_at is not null
    or (new.email is null and new.phone is null)))
  execute function app.give_default_role();
create trigger give_default_role_by_proof after update of is_anonymous, email_confirmed_at, phone_confirmed_at on auth.users
  for each row
  when (not new.is_anonymous and (new.email_confirmed_at is not null or new.phone_confirmed_at is not null
      or (new.email is null and new.phone is null))
    and (old.is_anonymous or (old.email_confirmed_at is null and old.phone_confirmed_at is null
      and (old.email is not null or old.phone is not null))))
  execute function app.give_default_role();
