-- Locks of jobs, pages, newsletter issues and transfer files.

-- First statement that ends an item: locks it and aborts the transaction if another consumer has it or it has ended. So the
-- work is done once, no matter how often its message arrives.
create or replace function lock_job_item(item bigint, attempt integer)
  RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM 1 FROM job_items WHERE id = item AND status = 'running' AND attempts = attempt FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'This work is in other hands now' USING ERRCODE = 'MG409';
  END IF;
END $$;

-- First statement of work on a file: locks it, so that the cleanup cannot delete it before the job is
-- visible.
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

-- First statement that changes an issue in preparation: aborts the transaction if the issue was saved since or is being sent. So
-- no issue is sent twice.
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

-- Committed with each start of the job that sends an issue: aborts the transaction once the issue is closed. Emails whose delivery
-- is unknown are not sent again after that.
create or replace function lock_sending_issue(issue uuid)
  RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM 1 FROM newsletter_issues WHERE id = issue AND status = 'sending' FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'Sending this issue has ended. No more emails are sent for it.' USING ERRCODE = 'MG409';
  END IF;
END $$;

-- The version of a static page: microseconds of its last change.
create or replace function page_version(updated_at timestamp with time zone)
  RETURNS bigint
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE
AS $$ SELECT (extract(epoch FROM updated_at) * 1000000)::bigint $$;

-- First statement of a page's save, like lock_article.
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
