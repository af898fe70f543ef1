-- A validator reads no row, so every role may call it, as it may call every other app.valid_… function.
grant execute on function app.valid_webhook_events(text[]) to anon, authenticated, end_user;
