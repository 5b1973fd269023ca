-- The setting is for editors too now, and is called what it does.
UPDATE settings SET value = value - 'adminsNeedFactor' || jsonb_build_object('requireSecondFactor', value->'adminsNeedFactor')
  WHERE key = 'site' AND value ? 'adminsNeedFactor';
