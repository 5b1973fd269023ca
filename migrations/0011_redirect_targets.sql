-- Targets that browsers take for another host say so from now on. Those that name no host lead nowhere, and go.
DELETE FROM "redirects" WHERE "to_path" ~* '^/([/\\]|%2f|%5c)+([?#]|$)' OR "to_path" !~* '^(/|https?://)';--> statement-breakpoint
UPDATE "redirects" SET "to_path" = 'https://' || regexp_replace("to_path", '^/([/\\]|%2f|%5c)+', '', 'i')
WHERE "to_path" ~* '^/([/\\]|%2f|%5c)';--> statement-breakpoint
ALTER TABLE "redirects" ADD CONSTRAINT "redirects_to_form" CHECK ("redirects"."to_path" ~* '^https?://' or ("redirects"."to_path" ~ '^/' and "redirects"."to_path" !~* '^/([/\\]|%2f|%5c)'));
