-- Texts of the library for answers of the assistant, read as the asking person: row-level security of items and bodies decides.

-- `plain` is the text of `body`, which those who may open the item read anyway.
grant select (plain) on public.library_bodies to anon, end_user;

create function app.library_knowledge(p_query tsquery, p_tags text[], p_most integer) returns table (id uuid, slug text, title text,
  lead text, plain text) language sql stable set search_path = '' begin atomic
  select i.id, i.slug, i.title, concat_ws(' ', i.summary, i.teaser), coalesce(b.plain, '')
  from public.library_items i
  left join public.library_bodies b on b.tenant_id = i.tenant_id and b.item_id = i.id
  where i.tenant_id = app.tenant_id() and (i.search @@ p_query or b.search @@ p_query)
    and (cardinality(p_tags) = 0 or i.tags && p_tags)
  order by ts_rank_cd(i.search, p_query) * 3 + coalesce(ts_rank_cd(b.search, p_query), 0) desc, i.id
  limit p_most;
end;
grant execute on function app.library_knowledge(tsquery, text[], integer) to anon, end_user;
