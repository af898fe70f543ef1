-- Lists of the site can be calendars.
alter table public.data_views drop constraint data_views_layout_check;
alter table public.data_views add constraint data_views_layout_check check (layout in ('list', 'cards', 'table', 'calendar'));
