-- A name people read: trimmed, without characters that are no text, break lines or change the direction of what
-- stands beside them, and with something in it to see. kernel/contract.ts says the same to callers, in words.
create or replace function app.valid_name(p_name text, p_max integer) returns boolean language sql immutable
  return p_name = btrim(p_name) and char_length(p_name) between 1 and p_max
    and p_name !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]'
    and p_name ~ '[^ \u00a0\u00ad\u034f\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200d\u202f\u205f-\u2065\u206a-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0]';
