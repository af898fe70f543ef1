-- People read and delete their own checks with their own rights. The server alone writes them.
grant select (user_id, id, url, checked_at, passed, total, report) on app.trust_checks to authenticated;
grant delete on app.trust_checks to authenticated;
create policy own_checks on app.trust_checks for select to authenticated using (user_id = auth.uid());
create policy delete_own_checks on app.trust_checks for delete to authenticated using (user_id = auth.uid());
