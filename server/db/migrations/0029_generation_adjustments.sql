-- Attached images that were converted or downscaled for the provider, as the API shows them; [] where none were.
alter table generations add column adjustments jsonb not null default '[]'
  constraint generations_adjustments_check check (jsonb_typeof(adjustments) = 'array');
