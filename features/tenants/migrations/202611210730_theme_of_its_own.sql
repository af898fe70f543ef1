-- A tenant's theme: a variant, and what it has of its own. What cannot be a mode, colour, corner or font is refused here,
-- whoever writes it; kernel/browser/theme/theme.ts reads the same.

-- Colours for light or for dark pages.
create function app.valid_theme_colours(p_colours jsonb) returns boolean language sql immutable
  return case
    when jsonb_typeof(p_colours) <> 'object' then false
    else p_colours - array['accent', 'surface', 'text', 'line'] = '{}'::jsonb
      and coalesce((select bool_and(jsonb_typeof(value) = 'string' and value #>> '{}' ~ '^#[0-9a-f]{6}$')
                    from jsonb_each(p_colours)), true)
  end;
grant execute on function app.valid_theme_colours(jsonb) to authenticated, service_role;

create or replace function app.valid_theme(p_theme jsonb) returns boolean language sql immutable
  return case
    when jsonb_typeof(p_theme) <> 'object' then false
    else coalesce(p_theme ->> 'variant' in ('clean', 'retro', 'zen'), false)
      and p_theme - array['variant', 'mode', 'accent', 'radius', 'font', 'light', 'dark'] = '{}'::jsonb
      and (not p_theme ? 'mode' or coalesce(p_theme ->> 'mode' in ('auto', 'light', 'dark'), false))
      and (not p_theme ? 'accent' or coalesce(p_theme ->> 'accent' ~ '^#[0-9a-f]{6}$', false))
      and (not p_theme ? 'radius'
           or (jsonb_typeof(p_theme -> 'radius') = 'number' and p_theme ->> 'radius' ~ '^([0-9]|1[0-9]|2[0-4])$'))
      and (not p_theme ? 'font'
           or coalesce(p_theme ->> 'font' in ('system', 'humanist', 'rounded', 'serif', 'slab', 'mono', 'instrument',
                                              'geist-mono'), false))
      and (not p_theme ? 'light' or app.valid_theme_colours(p_theme -> 'light'))
      and (not p_theme ? 'dark' or app.valid_theme_colours(p_theme -> 'dark'))
  end;
