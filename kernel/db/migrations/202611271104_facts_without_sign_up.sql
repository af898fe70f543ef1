-- Nothing calls it any more.
drop function app.audience_facts(uuid, uuid, timestamptz);
