-- What a socket delivers itself, and stores for those who come later, belongs to no transaction that is told: neither
-- at its commit nor when a process looks up what it missed.
alter table realtime.messages alter column xact set default
  case when current_setting('realtime.quiet', true) = 'on' then '0'::xid8 else pg_current_xact_id() end;
create or replace trigger tell after insert on realtime.messages for each row
  when (new.extension = 'broadcast' and new.xact <> '0'::xid8)
  execute function realtime.tell_messages();
drop index realtime.messages_by_xact;
create index messages_by_xact on realtime.messages (xact, seq) where xact <> '0'::xid8;
