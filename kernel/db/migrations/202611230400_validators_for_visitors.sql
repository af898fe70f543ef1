-- PostgreSQL checks EXECUTE of a function in a check constraint as the role that writes the row. Visitors and end users
-- could therefore insert into no table with `check (app.valid_name(…))`. These functions judge their arguments alone:
-- they read no row, so every role may call them.
grant execute on function app.valid_name(text, integer), app.valid_origins(text[]), app.valid_theme(jsonb)
  to anon, end_user;
