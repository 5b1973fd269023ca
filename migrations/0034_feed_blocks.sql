-- Feeds show calls to action only while they are active, and blocks with current titles and addresses.
drop function without_hidden_cards(text);--> statement-breakpoint
-- Escapes text for HTML and its attributes.
create or replace function escape_html(value text)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE
AS $$ SELECT replace(replace(replace(replace(value, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;') $$;--> statement-breakpoint
-- A text for readers who see its blocks as links: with current titles and addresses, and without cards of articles that are not
-- published and calls to action that are not active. Subqueries, because the planner would join by reading all articles.
create or replace function with_current_blocks(html text)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
AS $$
DECLARE opening CONSTANT text := '<figure data-block="';
BEGIN
  IF strpos(html, opening || 'article"') = 0 AND strpos(html, opening || 'cta"') = 0 THEN RETURN html; END IF;
  RETURN (
    SELECT string_agg(CASE
      WHEN id IS NOT NULL THEN coalesce(opening || split_part(part, '>', 1) || '>' || link || '</figure>', '')
        || substr(part, strpos(part, '</figure>') + length('</figure>'))
      WHEN place > 1 THEN opening || part
      ELSE part END, '' ORDER BY place)
    FROM (
      SELECT part, place, id, CASE WHEN starts_with(part, 'article') THEN
          (SELECT '<a href="/article/' || a.slug || '">' || escape_html(a.title) || '</a>'
          FROM articles a WHERE a.id = named.id AND is_public(a.status, a.deleted_at))
        ELSE
          (SELECT CASE c.button_link WHEN '' THEN escape_html(c.title)
            ELSE '<a href="' || escape_html(c.button_link) || '">' || escape_html(c.title) || '</a>' END
          FROM ctas c WHERE c.id = named.id AND c.active) END AS link
      FROM string_to_table(html, opening) WITH ORDINALITY AS parts (part, place), LATERAL (
        SELECT substring(part FROM '^(?:article|cta)" data-id="([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})">')::uuid AS id) named
    ) blocks);
END $$;
