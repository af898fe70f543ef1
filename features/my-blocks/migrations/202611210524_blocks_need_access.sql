-- Blocks of one's own are behind the paid section: a plan (Free is one) or a running day pass, asked once a statement.
drop policy own_rows on public.bolt_blocks;
create policy own_rows on public.bolt_blocks for all to authenticated
  using (user_id = auth.uid() and (select app.has_access(auth.uid())))
  with check (user_id = auth.uid() and (select app.has_access(auth.uid())));
