-- The inbox of one account, the newest first, as its owner looks at it.
create index stripe_events_of_account on app.stripe_events (account, mode, received_at desc, id desc)
  where account is not null;
