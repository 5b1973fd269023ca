-- Ends a call of the webhook with what it was answered. Stops the whole transaction when another attempt took it over.
CREATE FUNCTION finish_webhook_request(request bigint, held integer, code integer, said json, article uuid)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE webhook_requests r SET finished_at = now(), claimed_until = NULL, status = code, answer = said,
    article_id = article,
    -- What was refused may be sent again under the same Idempotency-Key and message id, mended.
    claim = CASE WHEN code < 400 THEN r.claim END,
    message_id = CASE WHEN code < 400 THEN r.message_id END
  WHERE r.id = request AND r.attempt = held AND r.finished_at IS NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'Another attempt works on this call' USING ERRCODE = 'MG409';
  END IF;
END $$;
--> statement-breakpoint
-- Whether anybody wants to be told. A bulk import that is no news says set_config('magazine.events', 'off', true).
CREATE FUNCTION is_event_wanted(VARIADIC kinds text[]) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(current_setting('magazine.events', true), '') <> 'off'
    AND EXISTS (SELECT 1 FROM webhook_endpoints WHERE active AND events && kinds)
$$;
--> statement-breakpoint
CREATE FUNCTION send_webhook_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_deliveries (endpoint_id, event_id)
  SELECT e.id, n.id FROM new_rows n JOIN webhook_endpoints e ON e.active AND e.events @> ARRAY[n.type];
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER webhook_events_are_sent AFTER INSERT ON webhook_events
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION send_webhook_events();
--> statement-breakpoint
CREATE FUNCTION iso_moment(moment timestamptz) RETURNS text LANGUAGE sql IMMUTABLE
AS $$ SELECT to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;
--> statement-breakpoint
CREATE FUNCTION note_article_events(kind text, ids uuid[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO webhook_events (type, data)
  SELECT kind, jsonb_build_object('id', a.id, 'slug', a.slug, 'title', a.title, 'summary', a.summary,
    'author', a.author, 'category', (SELECT c.name FROM categories c WHERE c.id = a.category_id),
    'image_url', a.image_url, 'read_time', a.read_time, 'is_featured', a.is_featured, 'is_popular', a.is_popular,
    'publish_date', iso_moment(a.publish_date))
  FROM articles a WHERE a.id = ANY (ids) AND EXISTS
    (SELECT 1 FROM webhook_endpoints e WHERE e.active AND e.events @> ARRAY[kind])
$$;
--> statement-breakpoint
CREATE FUNCTION note_inserted_articles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT is_event_wanted('article.published') THEN RETURN NULL; END IF;
  PERFORM note_article_events('article.published',
    ARRAY(SELECT n.id FROM new_rows n WHERE is_public(n.status, n.deleted_at)));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER article_events_on_insert AFTER INSERT ON articles
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_inserted_articles();
--> statement-breakpoint
CREATE FUNCTION note_updated_articles() RETURNS trigger LANGUAGE plpgsql AS $$
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
--> statement-breakpoint
CREATE TRIGGER article_events_on_update AFTER UPDATE ON articles
REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows
FOR EACH STATEMENT EXECUTE FUNCTION note_updated_articles();
--> statement-breakpoint
CREATE FUNCTION note_inserted_leads() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT is_event_wanted('lead.created') THEN RETURN NULL; END IF;
  INSERT INTO webhook_events (type, data)
  SELECT 'lead.created', jsonb_build_object('id', n.id, 'email', n.email, 'source', n.source, 'status', n.status,
    'created_at', iso_moment(n.created_at))
  FROM new_rows n;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER lead_events_on_insert AFTER INSERT ON leads
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_inserted_leads();
