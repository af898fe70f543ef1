-- app.valid_theme calls this function, and PostgreSQL checks EXECUTE of both as the role that writes the row.
grant execute on function app.valid_theme_colours(jsonb) to anon, end_user;
