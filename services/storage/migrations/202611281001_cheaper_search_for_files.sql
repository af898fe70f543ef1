-- A value that is an object has a brace of its own. So may a text: then the functions find no file. The JSON path found objects alone, but PostgreSQL
-- reads the condition of a trigger from its stored form in each statement, and a path is stored as a list of its bytes.
create or replace trigger check_files_added before insert on app.records for each row
  when (new.extra::text like '_%{%') execute function app.check_files();
create or replace trigger claim_files_added after insert on app.records for each row
  when (new.extra::text like '_%{%') execute function app.claim_files();
