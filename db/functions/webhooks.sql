-- Inbound requests and outbound events.

-- Stores the response to an inbound request. Aborts the transaction if another attempt has taken the request over.
create or replace function finish_webhook_request(request bigint, held integer, code integer, said json, article uuid)
  RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE webhook_requests r SET finished_at = now(), claimed_until = NULL, status = code, answer = said,
    article_id = article,
    -- A refused request may be corrected and sent again with the same Idempotency-Key and message id.
    claim = CASE WHEN code < 400 THEN r.claim END,
    message_id = CASE WHEN code < 400 THEN r.message_id END
  WHERE r.id = request AND r.attempt = held AND r.finished_at IS NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'Another attempt works on this call' USING ERRCODE = 'MG409';
  END IF;
END $$;

-- Whether an active endpoint subscribes to one of these events. A bulk import or a restore, which is not news, runs
-- `set_config('magazine.events', 'off', true)`.
create or replace function is_event_wanted(VARIADIC kinds text[])
  RETURNS boolean
  LANGUAGE sql
  STABLE
AS $$
  SELECT coalesce(current_setting('magazine.events', true), '') <> 'off'
    AND EXISTS (SELECT 1 FROM webhook_endpoints WHERE active AND events && kinds)
$$;

create or replace function iso_moment(moment timestamp with time zone)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
AS $$ SELECT to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;

-- Stores one event per article for the subscribed endpoints.
create or replace function note_article_events(kind text, ids uuid[])
  RETURNS void
  LANGUAGE sql
AS $$
  INSERT INTO webhook_events (type, data)
  SELECT kind, jsonb_build_object('id', a.id, 'slug', a.slug, 'title', a.title, 'summary', a.summary,
    'author', a.author, 'category', (SELECT c.name FROM categories c WHERE c.id = a.category_id),
    'image_url', a.image_url, 'read_time', a.read_time, 'is_featured', a.is_featured, 'is_popular', a.is_popular,
    'publish_date', iso_moment(a.publish_date))
  FROM articles a WHERE a.id = ANY (ids) AND EXISTS
    (SELECT 1 FROM webhook_endpoints e WHERE e.active AND e.events @> ARRAY[kind])
$$;

create or replace function note_inserted_articles()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF NOT is_event_wanted('article.published') THEN RETURN NULL; END IF;
  PERFORM note_article_events('article.published',
    ARRAY(SELECT n.id FROM new_rows n WHERE is_public(n.status, n.deleted_at)));
  RETURN NULL;
END $$;

create or replace function note_updated_articles()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF NOT is_event_wanted('article.published', 'article.updated') THEN RETURN NULL; END IF;
  PERFORM note_article_events('article.published', ARRAY(
    SELECT n.id FROM new_rows n JOIN old_rows o ON o.id = n.id
    WHERE is_public(n.status, n.deleted_at) AND NOT is_public(o.status, o.deleted_at)));
  PERFORM note_article_events('article.updated', ARRAY(
    SELECT n.id FROM new_rows n JOIN old_rows o ON o.id = n.id
    WHERE is_public(n.status, n.deleted_at) AND is_public(o.status, o.deleted_at) AND n.version <> o.version));
  RETURN NULL;
END $$;

create or replace function note_inserted_leads()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF NOT is_event_wanted('lead.created') THEN RETURN NULL; END IF;
  INSERT INTO webhook_events (type, data)
  SELECT 'lead.created', jsonb_build_object('id', n.id, 'email', n.email, 'source', n.source, 'status', n.status,
    'created_at', iso_moment(n.created_at))
  FROM new_rows n;
  RETURN NULL;
END $$;

-- Creates a delivery for every endpoint that subscribes to a new event.
create or replace function send_webhook_events()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO webhook_deliveries (endpoint_id, event_id)
  SELECT e.id, n.id FROM new_rows n JOIN webhook_endpoints e ON e.active AND e.events @> ARRAY[n.type];
  RETURN NULL;
END $$;
