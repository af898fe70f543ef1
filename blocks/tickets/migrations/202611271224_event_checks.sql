-- What the data API must not store of an event, because pages of the event would fail or say what is not true.

-- Browsers do not know abbreviations such as CEST, which PostgreSQL reads as zones.
create or replace function app.valid_zone(p_zone text) returns boolean language plpgsql immutable set search_path = '' as $$
begin
  -- A name of the time zone database; PostgreSQL would also accept offsets, which have no summer time.
  perform timestamptz '2026-01-01 00:00:00+00' at time zone p_zone;
  return p_zone ~ '^(UTC|GMT|[A-Z][A-Za-z_]+(/[A-Z][A-Za-z0-9_+-]+)+)$';
exception when invalid_parameter_value then
  return false;
end $$;

-- Questions to each holder: `[{"id", "label", "kind": "text" | "choice" | "yes_no", "required", "choices"}]`.
create or replace function app.valid_questions(p_questions jsonb) returns boolean language sql immutable
  return jsonb_typeof(p_questions) = 'array' and jsonb_array_length(p_questions) <= 20 and octet_length(p_questions::text) <= 20000
    and not exists (select from jsonb_array_elements(p_questions) as q where not coalesce(
      jsonb_typeof(q) = 'object' and q ->> 'id' ~ '^[a-z0-9_]{1,40}$' and app.valid_name(q ->> 'label', 200)
      and q ->> 'kind' in ('text', 'choice', 'yes_no') and jsonb_typeof(coalesce(q -> 'required', 'false')) = 'boolean'
      and case when jsonb_typeof(coalesce(q -> 'choices', '[]')) <> 'array' then false
        else jsonb_array_length(coalesce(q -> 'choices', '[]')) <= 50
          and (q ->> 'kind' <> 'choice' or jsonb_array_length(q -> 'choices') >= 1)
          and not exists (select from jsonb_array_elements(q -> 'choices') as c where jsonb_typeof(c) <> 'string') end, false));

-- Canceling an event refunds its orders, which needs the right `orders`, and emails promise it. It is not undone: the refunds are not either.
create function app.keep_event_state() returns trigger language plpgsql set search_path = '' as $$
begin
  raise exception 'An event is canceled together with its refunds, and stays canceled'
    using errcode = 'check_violation', constraint = 'ticket_events_canceled', table = 'ticket_events';
end $$;
create trigger keep_state before update of state on public.ticket_events for each row
  when (current_user = 'authenticated' and old.state <> new.state and 'canceled' in (old.state, new.state))
  execute function app.keep_event_state();

-- For the sweep, which deletes tickets of old unpaid checkouts every minute.
create index tickets_void on public.tickets (created_at) where state = 'void';
