-- How passages are found and ranked (docs/decisions/106).

-- Trigrams find words that are typed wrong. The extension is trusted, so that no superuser is needed; where it is missing, spelling counts.
create schema if not exists extensions;
grant usage on schema extensions to anon, authenticated, end_user, service_role;
do $$
begin
  create extension if not exists pg_trgm with schema extensions;
exception when insufficient_privilege or undefined_file or feature_not_supported then
  raise notice 'pg_trgm is not available: questions find words as they are written';
end $$;
do $$
declare
  v_schema text;
begin
  select n.nspname into v_schema from pg_catalog.pg_extension e join pg_catalog.pg_namespace n on n.oid = e.extnamespace
    where e.extname = 'pg_trgm';
  execute format('create function app.word_likeness(p_word text, p_text text) returns real language sql immutable return %s',
    case when v_schema is null then '0::real' else format('%I.strict_word_similarity(p_word, p_text)', v_schema) end);
end $$;

-- The words of a question as one query in which any of them is enough: people ask in sentences.
create function app.prompt_query(p_language text, p_question text) returns tsquery language sql immutable
  return array_to_string(array(select '''' || replace(replace(l.lexeme, '\', '\\'), '''', '''''') || ''''
    from unnest(to_tsvector(app.prompt_config(p_language), p_question)) as l), ' | ')::tsquery;

-- The same for texts whose words are stored as they are written: stems as beginnings, and the words themselves.
create function app.prompt_beginnings(p_language text, p_question text) returns tsquery language sql immutable
  return array_to_string(array(
    select '''' || replace(replace(l.lexeme, '\', '\\'), '''', '''''') || ''':*'
      from unnest(to_tsvector(app.prompt_config(p_language), p_question)) as l
    union
    select '''' || replace(replace(l.lexeme, '\', '\\'), '''', '''''') || ''''
      from unnest(to_tsvector('simple'::regconfig, p_question)) as l
      where length(to_tsvector(app.prompt_config(p_language), l.lexeme)) > 0), ' | ')::tsquery;

-- BM25 (k1 = 1.2, b = 0.75) over the candidates of a question, with how much of the question each covers: its words weighted by how rare they
-- are among the candidates. A word of the title counts three times. `p_trigrams` adds words that are written almost like one of the question.
create function app.rank_passages(p_language text, p_question text, p_titles text[], p_bodies text[], p_trigrams boolean default true)
returns table (place integer, score float8, covered float8) language sql stable rows 100 set search_path = '' begin atomic
  with words as (
    select l.lexeme from unnest(to_tsvector(app.prompt_config(p_language), p_question)) as l
  ), passages as (
    select c.place::integer as place, app.prompt_words(p_language, c.title, c.body) as words, c.title || ' ' || c.body as whole
    from unnest(p_titles, p_bodies) with ordinality as c (title, body, place)
  ), sized as (
    select p.place, p.words, p.whole, greatest(length(p.words), 1)::float8 as size, avg(greatest(length(p.words), 1)) over () as usual,
      count(*) over () as total from passages p
  ), exact as (
    select s.place, s.size, s.usual, s.total, l.lexeme,
      (select sum(case w when 'A' then 3 else 1 end) from unnest(l.weights) as w)::float8 as times
    from sized s cross join lateral unnest(s.words) as l
    where l.lexeme in (select w.lexeme from words w)
  ), typed as (
    -- Only words of the question that no candidate has as they are written.
    select s.place, s.size, s.usual, s.total, w.lexeme, 0.7 * likeness.is::float8 as times
    from sized s cross join words w cross join lateral (select app.word_likeness(w.lexeme, lower(s.whole)) as "is") likeness
    where p_trigrams and char_length(w.lexeme) >= 5 and w.lexeme not in (select e.lexeme from exact e) and likeness.is >= 0.5
  ), hits as (
    select * from exact union all select * from typed
  ), rare as (
    select w.lexeme, ln(1 + (max(t.total) - count(h.place) + 0.5) / (count(h.place) + 0.5)) as weight
    from words w cross join (select count(*)::float8 as total from passages) t left join hits h on h.lexeme = w.lexeme
    group by w.lexeme
  )
  select h.place, sum(r.weight * h.times * 2.2 / (h.times + 1.2 * (0.25 + 0.75 * h.size / h.usual))),
    sum(r.weight * least(h.times, 1)) / (select sum(r2.weight) from rare r2)
  from hits h join rare r on r.lexeme = h.lexeme
  group by h.place;
end;
grant execute on function app.word_likeness(text, text), app.prompt_query(text, text), app.prompt_beginnings(text, text),
  app.rank_passages(text, text, text[], text[], boolean) to anon, end_user, service_role;
