-- Messages in plain words.
create or replace function lock_article(article uuid, expected integer)
  RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE found_version integer;
BEGIN
  SELECT version INTO found_version FROM articles WHERE id = article AND deleted_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'This article no longer exists' USING ERRCODE = 'MG404';
  ELSIF found_version <> expected THEN
    RAISE EXCEPTION 'Someone else changed this article' USING ERRCODE = 'MG409';
  END IF;
END $$;
--> statement-breakpoint
create or replace function lock_article_image(article uuid, expected text, wanted text)
  RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE found_url text;
BEGIN
  SELECT coalesce(image_url, '') INTO found_url FROM articles WHERE id = article AND deleted_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'This article no longer exists' USING ERRCODE = 'MG404';
  ELSIF found_url <> coalesce(expected, '') THEN
    RAISE EXCEPTION 'Someone changed this article''s image. Reload to see it.' USING ERRCODE = 'MG409';
  END IF;
  IF wanted LIKE '/media/%' THEN
    PERFORM 1 FROM media WHERE key = substr(wanted, length('/media/') + 1) FOR KEY SHARE;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'This image no longer exists' USING ERRCODE = 'MG404';
    END IF;
  END IF;
END $$;
--> statement-breakpoint
create or replace function lock_transfer_file(file uuid)
  RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM 1 FROM transfer_files WHERE id = file FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'This file no longer exists. Files are kept for a week.' USING ERRCODE = 'MG404';
  END IF;
END $$;
--> statement-breakpoint
create or replace function lock_newsletter_issue(issue uuid, expected text)
  RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM 1 FROM newsletter_issues WHERE id = issue AND status = 'draft'
    AND (expected IS NULL OR updated_at::text = expected) FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'Someone else changed this issue, or it is already being sent.' USING ERRCODE = 'MG409';
  END IF;
END $$;
--> statement-breakpoint
create or replace function lock_page(page uuid, expected bigint)
  RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE found_version bigint;
BEGIN
  SELECT page_version(updated_at) INTO found_version FROM pages WHERE id = page FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'This page no longer exists' USING ERRCODE = 'MG404';
  ELSIF found_version <> expected THEN
    RAISE EXCEPTION 'Someone else changed this page' USING ERRCODE = 'MG409';
  END IF;
END $$;
--> statement-breakpoint
create or replace function keep_an_admin(leaving uuid)
  RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  can_sign_in uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('the last admin', 0));
  SELECT array_agg(u.id) INTO can_sign_in FROM profiles p JOIN users u ON u.id = p.user_id
  WHERE p.role = 'admin' AND u.email_verified_at IS NOT NULL AND (u.banned_until IS NULL OR u.banned_until <= now());
  IF can_sign_in = ARRAY[leaving] THEN
    RAISE EXCEPTION 'This is the only admin. Make someone else an admin first.' USING ERRCODE = 'MG409';
  END IF;
END $$;
