-- Who may edit codes reads them by the same policy.
drop policy of_readers on public.ticket_codes;
