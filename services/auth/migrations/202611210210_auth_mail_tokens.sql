-- A typed code is looked up by the mailbox it was sent to.
create index one_time_tokens_sent_to on auth.one_time_tokens (pool_id, sent_to);
