-- A page of the last days ends where they start: the audit log is read by the ids of its entries, which contain their time.
grant execute on function app.first_id_at(timestamptz) to authenticated;
