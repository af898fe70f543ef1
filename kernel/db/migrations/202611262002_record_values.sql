-- The choices of a field as an array, so that the operators of arrays apply (cs, cd, ov).
create function app.json_texts(p_list jsonb) returns text[] language sql immutable
  return case when p_list is not null then array(select jsonb_array_elements_text(p_list)) end;
grant execute on function app.json_texts(jsonb) to anon, authenticated, end_user, service_role;
