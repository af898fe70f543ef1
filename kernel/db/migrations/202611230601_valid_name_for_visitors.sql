-- A check constraint runs with the rights of the role that writes the row: visitors write tables with names, too.
grant execute on function app.valid_name(text, integer) to anon, end_user;
