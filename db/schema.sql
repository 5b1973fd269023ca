create extension btree_gin;
create extension fuzzystrmatch;
create extension pg_trgm;
create extension unaccent;

-- Tables

create table ad_beacons (
  ad_id uuid not null,
  article_id uuid,
  category_id uuid,
  change integer not null,
  created_at timestamp with time zone not null default now(),
  id bigint not null generated always as identity,
  kind text not null,
  location text not null,
  most integer,
  placement_id uuid not null,
  user_agent text,
  view_id text not null,
  constraint ad_beacons_pkey PRIMARY KEY (id)
);

create table ad_days (
  ad_id uuid not null,
  category_id uuid,
  clicks integer not null default 0,
  day date not null,
  id bigint not null generated always as identity,
  impressions integer not null default 0,
  location text not null,
  viewable integer not null default 0,
  constraint ad_days_once UNIQUE NULLS NOT DISTINCT (ad_id, day, location, category_id),
  constraint ad_days_pkey PRIMARY KEY (id)
);

create table ad_drops (
  ad_id uuid not null,
  day date not null,
  events integer not null,
  kind text not null,
  reason text not null,
  constraint ad_drops_ad_id_day_kind_reason_pk PRIMARY KEY (ad_id, day, kind, reason),
  constraint ad_drops_events_positive CHECK ((events > 0)),
  constraint ad_drops_kind_known CHECK ((kind = ANY (ARRAY['impression'::text, 'viewable'::text, 'click'::text]))),
  constraint ad_drops_reason_known CHECK ((reason = ANY (ARRAY['too_early'::text, 'repeated'::text, 'over_limit'::text, 'not_on_page'::text, 'bad_token'::text, 'expired'::text, 'crawler'::text, 'not_opened'::text, 'old_page'::text])))
);

create table ad_events (
  ad_id uuid not null,
  article_id uuid,
  category_id uuid,
  created_at timestamp with time zone not null default now(),
  event_key uuid not null,
  id bigint not null generated always as identity,
  kind text not null,
  location text,
  placement_id uuid,
  user_agent text,
  constraint ad_events_kind_known CHECK ((kind = ANY (ARRAY['viewable'::text, 'click'::text]))),
  constraint ad_events_once UNIQUE (event_key),
  constraint ad_events_pkey PRIMARY KEY (id)
);
CREATE INDEX ad_events_ad ON public.ad_events USING btree (ad_id, created_at);
CREATE TRIGGER ad_days_on_events AFTER INSERT ON public.ad_events REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_ad_events();
CREATE TRIGGER ad_days_on_lost_events AFTER DELETE ON public.ad_events REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_ad_events();
CREATE TRIGGER ad_days_without_events AFTER TRUNCATE ON public.ad_events FOR EACH STATEMENT EXECUTE FUNCTION forget_ad_events();

create table ad_impressions (
  ad_id uuid not null,
  article_id uuid,
  category_id uuid,
  created_at timestamp with time zone not null default now(),
  event_key uuid,
  id bigint not null generated always as identity,
  location text,
  placement_id uuid,
  user_agent text,
  constraint ad_impressions_once UNIQUE (event_key),
  constraint ad_impressions_pkey PRIMARY KEY (id)
);
CREATE INDEX ad_impressions_ad ON public.ad_impressions USING btree (ad_id, created_at);
CREATE TRIGGER ad_days_on_impressions AFTER INSERT ON public.ad_impressions REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_ad_impressions();
CREATE TRIGGER ad_days_on_lost_impressions AFTER DELETE ON public.ad_impressions REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_ad_impressions();
CREATE TRIGGER ad_days_without_impressions AFTER TRUNCATE ON public.ad_impressions FOR EACH STATEMENT EXECUTE FUNCTION forget_ad_impressions();

create table ad_placements (
  active boolean not null default true,
  ad_id uuid not null,
  category_id uuid,
  id uuid not null default gen_random_uuid(),
  location text not null,
  constraint ad_placements_ad_id_ads_id_fk FOREIGN KEY (ad_id) REFERENCES ads(id) ON DELETE CASCADE,
  constraint ad_placements_category_id_categories_id_fk FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE CASCADE,
  constraint ad_placements_location_known CHECK ((location = ANY (ARRAY['homepage-hero'::text, 'homepage-sidebar'::text, 'article-sidebar'::text, 'article-bottom'::text, 'category-sidebar'::text, 'footer'::text]))),
  constraint ad_placements_once UNIQUE NULLS NOT DISTINCT (ad_id, location, category_id),
  constraint ad_placements_pkey PRIMARY KEY (id)
);
CREATE INDEX ad_placements_category ON public.ad_placements USING btree (category_id);
CREATE INDEX ad_placements_location ON public.ad_placements USING btree (location, category_id);

create table ad_views (
  created_at timestamp with time zone not null default now(),
  impressions integer not null,
  placement_id uuid not null,
  view_id text not null,
  viewable integer not null,
  constraint ad_views_view_id_placement_id_pk PRIMARY KEY (view_id, placement_id)
);
CREATE INDEX ad_views_created ON public.ad_views USING btree (created_at);

create table ads (
  active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  ends_at timestamp with time zone,
  html_content text,
  id uuid not null default gen_random_uuid(),
  image_url text,
  link_url text,
  name text not null,
  priority integer not null default 1,
  starts_at timestamp with time zone,
  type text not null default 'banner'::text,
  updated_at timestamp with time zone not null default now(),
  constraint ads_name_filled CHECK (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 200))),
  constraint ads_name_unique UNIQUE (name),
  constraint ads_period_forward CHECK ((ends_at > starts_at)),
  constraint ads_pkey PRIMARY KEY (id),
  constraint ads_priority_range CHECK (((priority >= 1) AND (priority <= 10))),
  constraint ads_type_known CHECK ((type = ANY (ARRAY['banner'::text, 'sidebar'::text, 'footer'::text, 'inline'::text])))
);
CREATE INDEX ads_created ON public.ads USING btree (created_at DESC, id DESC);
CREATE TRIGGER ads_media_uses AFTER INSERT OR DELETE OR UPDATE ON public.ads FOR EACH ROW EXECUTE FUNCTION keep_media_uses('image_url', 'html_content');

create table article_coauthors (
  "position" smallint not null,
  article_id uuid not null,
  author_id uuid not null,
  constraint article_coauthors_article_id_articles_id_fk FOREIGN KEY (article_id) REFERENCES articles(id) ON DELETE CASCADE,
  constraint article_coauthors_article_id_author_id_pk PRIMARY KEY (article_id, author_id),
  constraint article_coauthors_author_id_authors_id_fk FOREIGN KEY (author_id) REFERENCES authors(id) ON DELETE RESTRICT,
  constraint article_coauthors_few CHECK ((("position" >= 1) AND ("position" <= 5))),
  constraint article_coauthors_place UNIQUE (article_id, "position")
);
CREATE INDEX article_coauthors_author ON public.article_coauthors USING btree (author_id, article_id);
CREATE TRIGGER article_coauthors_noted_on_delete AFTER DELETE ON public.article_coauthors REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_articles();
CREATE TRIGGER article_coauthors_noted_on_insert AFTER INSERT ON public.article_coauthors REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_articles();
CREATE TRIGGER coauthor_counts_on_delete AFTER DELETE ON public.article_coauthors REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_coauthored_articles();
CREATE TRIGGER coauthor_counts_on_insert AFTER INSERT ON public.article_coauthors REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION count_coauthored_articles();
CREATE TRIGGER coauthor_is_not_the_author BEFORE INSERT ON public.article_coauthors FOR EACH ROW EXECUTE FUNCTION skip_author_as_coauthor();

create table article_count_entries (
  category_id uuid,
  difference bigint not null,
  id bigint not null generated always as identity,
  status text not null,
  constraint article_count_entries_pkey PRIMARY KEY (id)
);
CREATE TRIGGER compact_article_counts AFTER INSERT ON public.article_count_entries REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN ((pg_trigger_depth() < 2)) EXECUTE FUNCTION compact_counts_now_and_then();

create table article_drafts (
  article_id uuid,
  base_version integer not null,
  fields jsonb not null,
  id uuid not null,
  saved_at timestamp with time zone not null default now(),
  user_id uuid not null,
  constraint article_drafts_article_id_articles_id_fk FOREIGN KEY (article_id) REFERENCES articles(id) ON DELETE CASCADE,
  constraint article_drafts_pkey PRIMARY KEY (id),
  constraint article_drafts_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX article_drafts_article ON public.article_drafts USING btree (article_id);
CREATE INDEX article_drafts_owner ON public.article_drafts USING btree (user_id, article_id);

create table article_previews (
  article_id uuid not null,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  expires_at timestamp with time zone not null,
  hash text not null,
  constraint article_previews_article_id_articles_id_fk FOREIGN KEY (article_id) REFERENCES articles(id) ON DELETE CASCADE,
  constraint article_previews_created_by_users_id_fk FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint article_previews_pkey PRIMARY KEY (hash)
);
CREATE INDEX article_previews_article ON public.article_previews USING btree (article_id);
CREATE INDEX article_previews_expires ON public.article_previews USING btree (expires_at);

create table article_reading (
  article_id uuid not null,
  as_of date not null,
  engaged_28 bigint not null default 0,
  engaged_7 bigint not null default 0,
  engaged_90 bigint not null default 0,
  engaged_seconds bigint not null default 0,
  views integer not null default 0,
  views_28 integer not null default 0,
  views_7 integer not null default 0,
  views_90 integer not null default 0,
  constraint article_reading_pkey PRIMARY KEY (article_id)
);
CREATE INDEX article_reading_as_of ON public.article_reading USING btree (as_of) WHERE (views_90 > 0);
CREATE INDEX article_reading_engaged_28 ON public.article_reading USING btree (engaged_28 DESC, article_id);
CREATE INDEX article_reading_engaged_7 ON public.article_reading USING btree (engaged_7 DESC, article_id);
CREATE INDEX article_reading_engaged_90 ON public.article_reading USING btree (engaged_90 DESC, article_id);
CREATE INDEX article_reading_views_28 ON public.article_reading USING btree (views_28 DESC, article_id);
CREATE INDEX article_reading_views_7 ON public.article_reading USING btree (views_7 DESC, article_id);
CREATE INDEX article_reading_views_90 ON public.article_reading USING btree (views_90 DESC, article_id);

create table article_revisions (
  actor_id uuid,
  article_id uuid not null,
  cause text not null,
  created_at timestamp with time zone not null default now(),
  id bigint not null generated always as identity,
  snapshot jsonb not null,
  version integer not null,
  constraint article_revisions_actor_id_users_id_fk FOREIGN KEY (actor_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint article_revisions_article_id_articles_id_fk FOREIGN KEY (article_id) REFERENCES articles(id) ON DELETE CASCADE,
  constraint article_revisions_once UNIQUE (article_id, version),
  constraint article_revisions_pkey PRIMARY KEY (id)
);
CREATE INDEX article_revisions_actor ON public.article_revisions USING btree (actor_id) WHERE (actor_id IS NOT NULL);

create table article_tags (
  article_id uuid not null,
  tag_id uuid not null,
  constraint article_tags_article_id_articles_id_fk FOREIGN KEY (article_id) REFERENCES articles(id) ON DELETE CASCADE,
  constraint article_tags_article_id_tag_id_pk PRIMARY KEY (article_id, tag_id),
  constraint article_tags_tag_id_tags_id_fk FOREIGN KEY (tag_id) REFERENCES tags(id) ON DELETE CASCADE
);
CREATE INDEX article_tags_tag ON public.article_tags USING btree (tag_id, article_id);
CREATE TRIGGER article_tags_noted_on_delete AFTER DELETE ON public.article_tags REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_articles();
CREATE TRIGGER article_tags_noted_on_insert AFTER INSERT ON public.article_tags REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_articles();
CREATE TRIGGER tag_counts_on_delete AFTER DELETE ON public.article_tags REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_untagged_articles();
CREATE TRIGGER tag_counts_on_insert AFTER INSERT ON public.article_tags REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_tagged_articles();
CREATE TRIGGER tag_counts_on_update AFTER UPDATE ON public.article_tags REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_retagged_articles();

create table article_templates (
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  fields jsonb not null,
  id uuid not null default gen_random_uuid(),
  name text not null,
  updated_at timestamp with time zone not null default now(),
  constraint article_templates_created_by_users_id_fk FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint article_templates_name_filled CHECK (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 100))),
  constraint article_templates_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX article_templates_name ON public.article_templates USING btree (lower(name));
CREATE TRIGGER article_templates_media_uses AFTER INSERT OR DELETE OR UPDATE OF fields ON public.article_templates FOR EACH ROW EXECUTE FUNCTION keep_media_uses('fields');

create table articles (
  author text not null,
  author_id uuid,
  category_id uuid,
  content text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  first_published_at timestamp with time zone,
  id uuid not null default gen_random_uuid(),
  image_alt text not null default ''::text,
  image_url text,
  is_featured boolean not null default false,
  is_popular boolean not null default false,
  members_only boolean not null default false,
  owner_id uuid,
  publish_at timestamp with time zone,
  publish_date timestamp with time zone not null default now(),
  read_time integer not null default 5,
  seo jsonb not null default '{}'::jsonb,
  slug text not null,
  status text not null default 'draft'::text,
  summary text not null default ''::text,
  title text not null,
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint articles_author_filled CHECK (((length(btrim(author)) >= 1) AND (length(btrim(author)) <= 200))),
  constraint articles_author_id_authors_id_fk FOREIGN KEY (author_id) REFERENCES authors(id) ON DELETE SET NULL,
  constraint articles_category_id_categories_id_fk FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE SET NULL,
  constraint articles_only_drafts_wait CHECK (((publish_at IS NULL) OR (status = 'draft'::text))),
  constraint articles_owner_id_users_id_fk FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint articles_pkey PRIMARY KEY (id),
  constraint articles_read_time_positive CHECK ((read_time >= 1)),
  constraint articles_seo_fields CHECK (((jsonb_typeof(seo) = 'object'::text) AND (length((seo)::text) <= 16000) AND ((seo - '{searchTitle,searchDescription,canonicalUrl,hideFromSearch,socialTitle,socialDescription,socialImage}'::text[]) = '{}'::jsonb))),
  constraint articles_slug_form CHECK ((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text)),
  constraint articles_slug_unique UNIQUE (slug),
  constraint articles_status_known CHECK ((status = ANY (ARRAY['published'::text, 'draft'::text, 'archived'::text]))),
  constraint articles_title_filled CHECK (((length(btrim(title)) >= 1) AND (length(btrim(title)) <= 300)))
);
CREATE INDEX articles_author ON public.articles USING btree (author_id);
CREATE INDEX articles_authored ON public.articles USING btree (lower(author), id) WHERE (deleted_at IS NULL);
CREATE INDEX articles_category_created ON public.articles USING btree (category_id, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX articles_created ON public.articles USING btree (created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX articles_dated ON public.articles USING btree (publish_date DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX articles_owner ON public.articles USING btree (owner_id, created_at DESC, id DESC) WHERE (owner_id IS NOT NULL);
CREATE INDEX articles_popular ON public.articles USING btree (id) WHERE (is_popular AND (deleted_at IS NULL));
CREATE INDEX articles_public_author ON public.articles USING btree (author_id, publish_date DESC, id DESC) WHERE ((status = 'published'::text) AND (deleted_at IS NULL));
CREATE INDEX articles_public_category ON public.articles USING btree (category_id, publish_date DESC, id DESC) WHERE ((status = 'published'::text) AND (deleted_at IS NULL));
CREATE INDEX articles_public_category_first ON public.articles USING btree (category_id, first_published_at DESC, id DESC) WHERE ((status = 'published'::text) AND (deleted_at IS NULL));
CREATE INDEX articles_public_featured ON public.articles USING btree (publish_date DESC, id DESC) WHERE ((status = 'published'::text) AND (deleted_at IS NULL) AND is_featured);
CREATE INDEX articles_public_first ON public.articles USING btree (first_published_at DESC, id DESC) WHERE ((status = 'published'::text) AND (deleted_at IS NULL));
CREATE INDEX articles_public_newest ON public.articles USING btree (publish_date DESC, id DESC) WHERE ((status = 'published'::text) AND (deleted_at IS NULL));
CREATE INDEX articles_public_popular ON public.articles USING btree (publish_date DESC, id DESC) WHERE ((status = 'published'::text) AND (deleted_at IS NULL) AND is_popular);
CREATE INDEX articles_status_created ON public.articles USING btree (status, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX articles_titled ON public.articles USING btree (lower(title), id) WHERE (deleted_at IS NULL);
CREATE INDEX articles_trash ON public.articles USING btree (deleted_at DESC, id DESC) WHERE (deleted_at IS NOT NULL);
CREATE INDEX articles_waiting ON public.articles USING btree (publish_at) WHERE (publish_at IS NOT NULL);
CREATE INDEX articles_with_ampersand ON public.articles USING btree (id) WHERE (content ~~ '%&%'::text);
CREATE INDEX articles_without_image ON public.articles USING btree (publish_date DESC, id DESC) WHERE ((image_url IS NULL) OR (image_url = ''::text));
CREATE TRIGGER article_author_is_no_coauthor AFTER UPDATE OF author_id ON public.articles FOR EACH ROW WHEN ((old.author_id IS DISTINCT FROM new.author_id)) EXECUTE FUNCTION remove_author_from_coauthors();
CREATE TRIGGER article_coauthors_before_delete BEFORE DELETE ON public.articles FOR EACH ROW EXECUTE FUNCTION take_coauthors_off_article();
CREATE TRIGGER article_counts_on_delete AFTER DELETE ON public.articles REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_articles();
CREATE TRIGGER article_counts_on_insert AFTER INSERT ON public.articles REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_articles();
CREATE TRIGGER article_counts_on_update AFTER UPDATE ON public.articles REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_updated_articles();
CREATE TRIGGER article_events_on_insert AFTER INSERT ON public.articles REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_inserted_articles();
CREATE TRIGGER article_events_on_update AFTER UPDATE ON public.articles REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_updated_articles();
CREATE TRIGGER article_reading_on_insert AFTER INSERT ON public.articles REFERENCING NEW TABLE AS created FOR EACH STATEMENT EXECUTE FUNCTION add_article_reading();
CREATE TRIGGER article_tags_before_delete BEFORE DELETE ON public.articles FOR EACH ROW EXECUTE FUNCTION take_tags_off_article();
CREATE TRIGGER article_version_is_raised BEFORE UPDATE ON public.articles FOR EACH ROW EXECUTE FUNCTION raise_article_version();
CREATE TRIGGER articles_gone_slugs AFTER DELETE ON public.articles REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_slug_history();
CREATE TRIGGER articles_index_now AFTER INSERT OR DELETE OR UPDATE OF slug, status, deleted_at, seo ON public.articles FOR EACH ROW EXECUTE FUNCTION note_article_path();
CREATE TRIGGER articles_media_unused AFTER DELETE ON public.articles FOR EACH ROW EXECUTE FUNCTION keep_media_uses();
CREATE TRIGGER articles_media_uses AFTER INSERT OR UPDATE OF content, image_url, seo ON public.articles FOR EACH ROW EXECUTE FUNCTION keep_media_uses('content', 'image_url', 'seo');
CREATE TRIGGER articles_new_slugs AFTER INSERT ON public.articles REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION take_article_slugs();
CREATE TRIGGER articles_noted_on_insert AFTER INSERT ON public.articles REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_articles();
CREATE TRIGGER articles_noted_on_update AFTER UPDATE ON public.articles REFERENCING OLD TABLE AS old_rows NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_articles();
CREATE TRIGGER articles_slug_history AFTER UPDATE OF slug, status, deleted_at ON public.articles FOR EACH ROW WHEN (((new.slug <> old.slug) OR ((new.status = 'published'::text) AND (new.deleted_at IS NULL) AND ((old.status <> 'published'::text) OR (old.deleted_at IS NOT NULL))))) EXECUTE FUNCTION keep_article_slugs();
CREATE TRIGGER first_publication_is_kept BEFORE INSERT OR UPDATE ON public.articles FOR EACH ROW EXECUTE FUNCTION keep_first_publication();

create table audit_log (
  actor_id uuid,
  address text,
  at timestamp with time zone not null default now(),
  details jsonb not null default '{}'::jsonb,
  event text not null,
  id bigint not null generated always as identity,
  subject text,
  constraint audit_log_actor_id_users_id_fk FOREIGN KEY (actor_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint audit_log_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_log_actor ON public.audit_log USING btree (actor_id, at DESC);
CREATE INDEX audit_log_addressed ON public.audit_log USING btree (at) WHERE (address IS NOT NULL);
CREATE INDEX audit_log_event ON public.audit_log USING btree (event, at DESC, id DESC);
CREATE INDEX audit_log_newest ON public.audit_log USING btree (at DESC, id DESC);
CREATE INDEX audit_log_subject ON public.audit_log USING gin (subject gin_trgm_ops);

create table auth_codes (
  code_challenge text not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  hash text not null,
  link jsonb,
  method text not null,
  spent_at timestamp with time zone,
  user_id uuid not null,
  constraint auth_codes_pkey PRIMARY KEY (hash),
  constraint auth_codes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX auth_codes_expires ON public.auth_codes USING btree (expires_at);
CREATE INDEX auth_codes_user ON public.auth_codes USING btree (user_id);

create table auth_flows (
  binding_hash text,
  code_challenge text,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  hash text not null,
  link_session_id uuid,
  link_user_id uuid,
  provider text not null,
  redirect_to text not null,
  spent_at timestamp with time zone,
  constraint auth_flows_link_session_id_sessions_id_fk FOREIGN KEY (link_session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  constraint auth_flows_link_user_id_users_id_fk FOREIGN KEY (link_user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint auth_flows_pkey PRIMARY KEY (hash)
);
CREATE INDEX auth_flows_expires ON public.auth_flows USING btree (expires_at);

create table auth_throttle (
  ends_at timestamp with time zone not null,
  key text not null,
  tries integer not null,
  constraint auth_throttle_pkey PRIMARY KEY (key)
);
CREATE INDEX auth_throttle_ends ON public.auth_throttle USING btree (ends_at);

create table authors (
  bio text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  id uuid not null default gen_random_uuid(),
  image_url text,
  links text[] not null default '{}'::text[],
  name text not null,
  role text not null default ''::text,
  slug text not null,
  updated_at timestamp with time zone not null default now(),
  user_id uuid,
  constraint authors_bio_length CHECK ((length(bio) <= 600)),
  constraint authors_links_https CHECK (((cardinality(links) <= 5) AND (array_position(links, NULL::text) IS NULL) AND ((links = '{}'::text[]) OR (array_to_string(links, ' '::text) ~ '^https://[^\s]+( https://[^\s]+)*$'::text)))),
  constraint authors_name_unique UNIQUE (name),
  constraint authors_pkey PRIMARY KEY (id),
  constraint authors_role_length CHECK ((length(role) <= 80)),
  constraint authors_slug_form CHECK ((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text)),
  constraint authors_slug_unique UNIQUE (slug),
  constraint authors_user_id_unique UNIQUE (user_id),
  constraint authors_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE TRIGGER authors_gone_slugs AFTER DELETE ON public.authors REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_slug_history();
CREATE TRIGGER authors_media_uses AFTER INSERT OR DELETE OR UPDATE OF image_url ON public.authors FOR EACH ROW EXECUTE FUNCTION keep_media_uses('image_url');
CREATE TRIGGER authors_renamed AFTER UPDATE OF name ON public.authors FOR EACH ROW WHEN ((old.name <> new.name)) EXECUTE FUNCTION note_renamed_articles();
CREATE TRIGGER authors_slug_history AFTER UPDATE OF slug ON public.authors FOR EACH ROW WHEN ((new.slug <> old.slug)) EXECUTE FUNCTION keep_author_slugs();

create table categories (
  created_at timestamp with time zone not null default now(),
  description text not null default ''::text,
  id uuid not null default gen_random_uuid(),
  image_url text,
  name text not null,
  seo jsonb not null default '{}'::jsonb,
  slug text not null,
  updated_at timestamp with time zone not null default now(),
  without_image boolean not null default false,
  constraint categories_name_filled CHECK (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 120))),
  constraint categories_name_unique UNIQUE (name),
  constraint categories_no_image CHECK (((NOT without_image) OR (image_url IS NULL))),
  constraint categories_pkey PRIMARY KEY (id),
  constraint categories_seo_fields CHECK (((jsonb_typeof(seo) = 'object'::text) AND (length((seo)::text) <= 16000) AND ((seo - '{searchTitle,searchDescription,canonicalUrl,hideFromSearch,socialTitle,socialDescription,socialImage}'::text[]) = '{}'::jsonb))),
  constraint categories_slug_form CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (slug <> 'all'::text))),
  constraint categories_slug_unique UNIQUE (slug)
);
CREATE TRIGGER categories_gone_slugs AFTER DELETE ON public.categories REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_slug_history();
CREATE TRIGGER categories_media_uses AFTER INSERT OR DELETE OR UPDATE ON public.categories FOR EACH ROW EXECUTE FUNCTION keep_media_uses('image_url', 'seo');
CREATE TRIGGER categories_new_slugs AFTER INSERT ON public.categories REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION take_slugs_from_history();
CREATE TRIGGER categories_renamed AFTER UPDATE OF name ON public.categories FOR EACH ROW WHEN ((old.name <> new.name)) EXECUTE FUNCTION note_renamed_articles();
CREATE TRIGGER categories_slug_history AFTER UPDATE OF slug ON public.categories FOR EACH ROW WHEN ((new.slug <> old.slug)) EXECUTE FUNCTION keep_slug_history();

create table category_image_claims (
  category_id uuid not null,
  claimed_until timestamp with time zone not null,
  failures integer not null default 0,
  constraint category_image_claims_category_id_categories_id_fk FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE CASCADE,
  constraint category_image_claims_pkey PRIMARY KEY (category_id)
);

create table cta_days (
  article_id uuid,
  clicks integer not null default 0,
  cta_id uuid not null,
  day date not null,
  sign_ups integer not null default 0,
  views integer not null default 0,
  constraint cta_days_once UNIQUE NULLS NOT DISTINCT (cta_id, day, article_id) INCLUDE (views, clicks, sign_ups)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02);

create table ctas (
  active boolean not null default true,
  body text not null default ''::text,
  button_label text not null default ''::text,
  button_link text not null default ''::text,
  category_id uuid,
  created_at timestamp with time zone not null default now(),
  id uuid not null default gen_random_uuid(),
  title text not null,
  updated_at timestamp with time zone not null default now(),
  constraint ctas_category_id_categories_id_fk FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE CASCADE,
  constraint ctas_pkey PRIMARY KEY (id),
  constraint ctas_title_filled CHECK (((length(btrim(title)) >= 1) AND (length(btrim(title)) <= 200)))
);
CREATE INDEX ctas_category_created ON public.ctas USING btree (category_id, created_at DESC);

create table demo_rows (
  id text not null,
  kind text not null,
  seeded_at timestamp with time zone not null default now(),
  constraint demo_rows_kind_id_pk PRIMARY KEY (kind, id)
);

create table generated_images (
  article_id uuid,
  category_id uuid,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  id uuid not null default gen_random_uuid(),
  media_id uuid,
  model text not null,
  previous_alt text not null default ''::text,
  previous_url text,
  price bigint not null,
  prompt text not null,
  provider text not null,
  undone_at timestamp with time zone,
  url text not null,
  constraint generated_images_article_id_articles_id_fk FOREIGN KEY (article_id) REFERENCES articles(id) ON DELETE SET NULL,
  constraint generated_images_category_id_categories_id_fk FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE SET NULL,
  constraint generated_images_created_by_users_id_fk FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint generated_images_media_id_media_id_fk FOREIGN KEY (media_id) REFERENCES media(id) ON DELETE SET NULL,
  constraint generated_images_one_owner CHECK ((num_nonnulls(article_id, category_id) <= 1)),
  constraint generated_images_pkey PRIMARY KEY (id),
  constraint generated_images_price CHECK ((price >= 0))
);
CREATE INDEX generated_images_article ON public.generated_images USING btree (article_id, created_at DESC);
CREATE UNIQUE INDEX generated_images_category ON public.generated_images USING btree (category_id) WHERE (media_id IS NOT NULL);
CREATE INDEX generated_images_creator ON public.generated_images USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX generated_images_media ON public.generated_images USING btree (media_id);

create table identities (
  created_at timestamp with time zone not null default now(),
  data jsonb not null default '{}'::jsonb,
  id uuid not null default gen_random_uuid(),
  last_sign_in_at timestamp with time zone not null default now(),
  provider text not null,
  provider_id text not null,
  user_id uuid not null,
  constraint identities_lengths CHECK (((length(provider) <= 80) AND ((length(provider_id) >= 1) AND (length(provider_id) <= 400)))),
  constraint identities_once UNIQUE (provider, provider_id),
  constraint identities_pkey PRIMARY KEY (id),
  constraint identities_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX identities_user ON public.identities USING btree (user_id);

create table image_spending (
  day date not null,
  spent bigint not null,
  constraint image_spending_not_negative CHECK ((spent >= 0)),
  constraint image_spending_pkey PRIMARY KEY (day)
);

create table imported_items (
  created_at timestamp with time zone not null default now(),
  kind text not null,
  note text,
  source text not null,
  source_id text not null,
  target_id uuid,
  constraint imported_items_kind_known CHECK ((kind = ANY (ARRAY['article'::text, 'page'::text, 'category'::text, 'tag'::text, 'author'::text, 'picture'::text]))),
  constraint imported_items_source_kind_source_id_pk PRIMARY KEY (source, kind, source_id)
);
CREATE INDEX imported_items_target ON public.imported_items USING btree (target_id);

create table index_now_paths (
  claimed_until timestamp with time zone,
  noted_at timestamp with time zone not null default clock_timestamp(),
  path text not null,
  tries integer not null default 0,
  constraint index_now_paths_pkey PRIMARY KEY (path)
);
CREATE INDEX index_now_paths_noted ON public.index_now_paths USING btree (noted_at);

create table job_items (
  attempts integer not null default 0,
  claimed_until timestamp with time zone,
  id bigint not null generated always as identity,
  input jsonb not null default '{}'::jsonb,
  job_id uuid not null,
  key text not null,
  next_try_at timestamp with time zone not null default now(),
  reason text,
  result jsonb,
  status text not null default 'waiting'::text,
  touched_at timestamp with time zone not null default now(),
  constraint job_items_claimed CHECK (((status = 'running'::text) = (claimed_until IS NOT NULL))),
  constraint job_items_job_id_jobs_id_fk FOREIGN KEY (job_id) REFERENCES jobs(id) ON DELETE CASCADE,
  constraint job_items_once UNIQUE (job_id, key),
  constraint job_items_pkey PRIMARY KEY (id),
  constraint job_items_status CHECK ((status = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'skipped'::text, 'failed'::text, 'cancelled'::text])))
);
CREATE INDEX job_items_due ON public.job_items USING btree (next_try_at) WHERE (status = 'waiting'::text);
CREATE INDEX job_items_held ON public.job_items USING btree (claimed_until) WHERE (status = 'running'::text);
CREATE INDEX job_items_of_status ON public.job_items USING btree (job_id, status, id);
CREATE INDEX job_items_touched ON public.job_items USING btree (touched_at);

create table jobs (
  closing_until timestamp with time zone,
  closings integer not null default 0,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  finished_at timestamp with time zone,
  id uuid not null default gen_random_uuid(),
  input jsonb not null default '{}'::jsonb,
  kind text not null,
  reason text,
  result jsonb,
  status text not null default 'running'::text,
  title text not null,
  constraint jobs_created_by_users_id_fk FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint jobs_finished CHECK (((status = 'running'::text) = (finished_at IS NULL))),
  constraint jobs_pkey PRIMARY KEY (id),
  constraint jobs_status CHECK ((status = ANY (ARRAY['running'::text, 'done'::text, 'cancelled'::text, 'failed'::text])))
);
CREATE INDEX jobs_created_by ON public.jobs USING btree (created_by);
CREATE INDEX jobs_newest ON public.jobs USING btree (created_at DESC, id DESC);
CREATE INDEX jobs_running ON public.jobs USING btree (kind) WHERE (status = 'running'::text);

create table leads (
  article_id uuid,
  confirmed_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  email text not null,
  frequency text not null default 'weekly'::text,
  id uuid not null default gen_random_uuid(),
  source text not null default 'newsletter'::text,
  status text not null default 'pending'::text,
  unsubscribed_at timestamp with time zone,
  won_from text,
  won_kind text,
  constraint leads_email_length CHECK (((length(email) >= 3) AND (length(email) <= 254))),
  constraint leads_frequency_known CHECK ((frequency = ANY (ARRAY['weekly'::text, 'monthly'::text]))),
  constraint leads_pkey PRIMARY KEY (id),
  constraint leads_source_filled CHECK (((length(source) >= 1) AND (length(source) <= 60))),
  constraint leads_status_known CHECK ((status = ANY (ARRAY['pending'::text, 'confirmed'::text, 'unsubscribed'::text, 'bounced'::text])))
);
CREATE INDEX leads_article ON public.leads USING btree (article_id) WHERE (article_id IS NOT NULL);
CREATE INDEX leads_created ON public.leads USING btree (created_at DESC, id DESC);
CREATE UNIQUE INDEX leads_email_once ON public.leads USING btree (lower(email));
CREATE INDEX leads_email_parts ON public.leads USING gin (lower(email) gin_trgm_ops);
CREATE INDEX leads_won ON public.leads USING btree (won_kind, "left"(won_from,
CASE
    WHEN (won_kind = 'newsletter'::text) THEN 10
    ELSE 200
END), created_at DESC, id DESC) WHERE (won_kind IS NOT NULL);
CREATE TRIGGER lead_events_on_insert AFTER INSERT ON public.leads REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_inserted_leads();

create table media (
  alt text not null default ''::text,
  bytes integer not null,
  content_type text not null,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  document tsvector not null default ''::tsvector,
  height integer not null,
  id uuid not null default gen_random_uuid(),
  key text not null,
  name text not null,
  width integer not null,
  constraint media_created_by_users_id_fk FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint media_key_unique UNIQUE (key),
  constraint media_measures CHECK (((bytes > 0) AND (width > 0) AND (height > 0))),
  constraint media_pkey PRIMARY KEY (id)
);
CREATE INDEX media_creator ON public.media USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX media_document ON public.media USING gin (document);
CREATE INDEX media_name ON public.media USING btree (name, id);
CREATE INDEX media_newest ON public.media USING btree (created_at DESC, id DESC);
CREATE INDEX media_text ON public.media USING gin (lower(((name || chr(10)) || alt)) gin_trgm_ops);
CREATE TRIGGER media_document BEFORE INSERT OR UPDATE OF name, alt ON public.media FOR EACH ROW EXECUTE FUNCTION keep_media_document();

create table media_uses (
  key text not null,
  kind text not null,
  owner_id uuid not null,
  constraint media_uses_key_kind_owner_id_pk PRIMARY KEY (key, kind, owner_id)
);
CREATE INDEX media_uses_owner ON public.media_uses USING btree (kind, owner_id);

create table mfa_challenges (
  challenge text,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  factor_id uuid not null,
  id uuid not null default gen_random_uuid(),
  session_id uuid not null,
  spent_at timestamp with time zone,
  constraint mfa_challenges_factor_id_mfa_factors_id_fk FOREIGN KEY (factor_id) REFERENCES mfa_factors(id) ON DELETE CASCADE,
  constraint mfa_challenges_pkey PRIMARY KEY (id),
  constraint mfa_challenges_session_id_sessions_id_fk FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
CREATE INDEX mfa_challenges_expires ON public.mfa_challenges USING btree (expires_at);
CREATE INDEX mfa_challenges_factor ON public.mfa_challenges USING btree (factor_id);

create table mfa_factors (
  created_at timestamp with time zone not null default now(),
  credential jsonb,
  credential_id text,
  id uuid not null default gen_random_uuid(),
  last_challenged_at timestamp with time zone,
  last_step bigint not null default 0,
  name text not null default ''::text,
  secret text,
  status text not null default 'unverified'::text,
  type text not null,
  updated_at timestamp with time zone not null default now(),
  user_id uuid not null,
  constraint mfa_factors_credential_once UNIQUE (credential_id),
  constraint mfa_factors_name_length CHECK ((length(name) <= 100)),
  constraint mfa_factors_pkey PRIMARY KEY (id),
  constraint mfa_factors_status_known CHECK ((status = ANY (ARRAY['unverified'::text, 'verified'::text]))),
  constraint mfa_factors_type_known CHECK ((type = ANY (ARRAY['totp'::text, 'webauthn'::text]))),
  constraint mfa_factors_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX mfa_factors_name_once ON public.mfa_factors USING btree (user_id, name) WHERE (name <> ''::text);
CREATE INDEX mfa_factors_user ON public.mfa_factors USING btree (user_id);

create table most_read (
  article_id uuid not null,
  is_popular boolean not null,
  place smallint not null,
  constraint most_read_article_id_unique UNIQUE (article_id),
  constraint most_read_pkey PRIMARY KEY (place)
);

create table newsletter_clicks (
  clicks integer not null default 0,
  issue_id uuid not null,
  link integer not null,
  constraint newsletter_clicks_issue_id_link_pk PRIMARY KEY (issue_id, link),
  constraint newsletter_clicks_issue_id_newsletter_issues_id_fk FOREIGN KEY (issue_id) REFERENCES newsletter_issues(id) ON DELETE CASCADE
);

create table newsletter_deliveries (
  call uuid not null,
  created_at timestamp with time zone not null default now(),
  id bigint not null generated always as identity,
  issue_id uuid not null,
  lead_id uuid,
  reason text,
  status text not null,
  unsubscribed_at timestamp with time zone,
  constraint newsletter_deliveries_issue_id_newsletter_issues_id_fk FOREIGN KEY (issue_id) REFERENCES newsletter_issues(id) ON DELETE CASCADE,
  constraint newsletter_deliveries_lead_id_leads_id_fk FOREIGN KEY (lead_id) REFERENCES leads(id) ON DELETE SET NULL,
  constraint newsletter_deliveries_once UNIQUE (lead_id, issue_id),
  constraint newsletter_deliveries_pkey PRIMARY KEY (id),
  constraint newsletter_deliveries_status_known CHECK ((status = ANY (ARRAY['sending'::text, 'sent'::text, 'failed'::text, 'skipped'::text])))
);
CREATE INDEX newsletter_deliveries_left ON public.newsletter_deliveries USING btree (issue_id) WHERE (unsubscribed_at IS NOT NULL);
CREATE INDEX newsletter_deliveries_status ON public.newsletter_deliveries USING btree (issue_id, status);

create table newsletter_issues (
  ad text not null default 'auto'::text,
  article_ids uuid[],
  content jsonb,
  created_at timestamp with time zone not null default now(),
  cta text not null default 'auto'::text,
  failed_count integer not null default 0,
  id uuid not null default gen_random_uuid(),
  intro text not null default ''::text,
  issue_date date not null,
  job_id uuid,
  next_round_at timestamp with time zone,
  on_schedule boolean not null default true,
  rounds integer not null default 0,
  sent_at timestamp with time zone,
  sent_count integer not null default 0,
  skipped_count integer not null default 0,
  started_at timestamp with time zone,
  status text not null default 'draft'::text,
  subject text not null default ''::text,
  updated_at timestamp with time zone not null default now(),
  constraint newsletter_issues_content CHECK (((status = 'draft'::text) = (content IS NULL))),
  constraint newsletter_issues_issue_date_unique UNIQUE (issue_date),
  constraint newsletter_issues_lengths CHECK (((length(subject) <= 200) AND (length(intro) <= 5000))),
  constraint newsletter_issues_pkey PRIMARY KEY (id),
  constraint newsletter_issues_status_known CHECK ((status = ANY (ARRAY['draft'::text, 'sending'::text, 'sent'::text])))
);

create table one_time_tokens (
  code_challenge text,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  hash text not null,
  new_email text,
  otp_hash text,
  purpose text not null,
  redirect_to text,
  sign_up_id uuid,
  spent_at timestamp with time zone,
  user_id uuid not null,
  constraint one_time_tokens_pkey PRIMARY KEY (hash),
  constraint one_time_tokens_purpose_known CHECK ((purpose = ANY (ARRAY['verify'::text, 'recovery'::text, 'magiclink'::text, 'invite'::text, 'email_change'::text, 'email_undo'::text, 'reauthentication'::text]))),
  constraint one_time_tokens_sign_up_id_pending_sign_ups_id_fk FOREIGN KEY (sign_up_id) REFERENCES pending_sign_ups(id) ON DELETE SET NULL,
  constraint one_time_tokens_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX one_time_tokens_expires ON public.one_time_tokens USING btree (expires_at);
CREATE INDEX one_time_tokens_otp ON public.one_time_tokens USING btree (otp_hash);
CREATE INDEX one_time_tokens_sign_up ON public.one_time_tokens USING btree (sign_up_id);
CREATE INDEX one_time_tokens_user ON public.one_time_tokens USING btree (user_id);

create table outbox (
  "to" text not null,
  created_at timestamp with time zone not null default now(),
  headers jsonb not null default '{}'::jsonb,
  html text not null,
  id uuid not null default gen_random_uuid(),
  once text,
  subject text not null,
  text text not null,
  constraint outbox_once_unique UNIQUE (once),
  constraint outbox_pkey PRIMARY KEY (id)
);
CREATE INDEX outbox_newest ON public.outbox USING btree (created_at DESC, id DESC);

create table page_views (
  article_id uuid,
  country text not null,
  day date not null,
  device text not null,
  engaged_seconds integer not null,
  hour smallint not null,
  id uuid not null,
  is_first boolean not null,
  is_first_of_article boolean not null,
  page text not null,
  quarter smallint not null,
  reader text,
  seen_at timestamp with time zone not null,
  source text not null,
  source_kind text not null,
  started_at timestamp with time zone not null,
  constraint page_views_hour CHECK (((hour >= 0) AND (hour <= 23))),
  constraint page_views_pkey PRIMARY KEY (id),
  constraint page_views_quarter CHECK (((quarter >= 0) AND (quarter <= 4))),
  constraint page_views_seconds CHECK ((engaged_seconds >= 0))
);
CREATE INDEX page_views_day ON public.page_views USING btree (day);
CREATE INDEX page_views_reader ON public.page_views USING btree (reader, article_id) WHERE (reader IS NOT NULL);
CREATE INDEX page_views_seen ON public.page_views USING btree (seen_at);
CREATE INDEX page_views_with_reader ON public.page_views USING btree (day) WHERE (reader IS NOT NULL);

create table pages (
  content text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  id uuid not null default gen_random_uuid(),
  seo jsonb not null default '{}'::jsonb,
  slug text not null,
  summary text not null default ''::text,
  title text not null,
  updated_at timestamp with time zone not null default now(),
  constraint pages_pkey PRIMARY KEY (id),
  constraint pages_seo_fields CHECK (((jsonb_typeof(seo) = 'object'::text) AND (length((seo)::text) <= 16000) AND ((seo - '{searchTitle,searchDescription,canonicalUrl,hideFromSearch,socialTitle,socialDescription,socialImage}'::text[]) = '{}'::jsonb))),
  constraint pages_slug_form CHECK ((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text)),
  constraint pages_slug_unique UNIQUE (slug)
);
CREATE TRIGGER pages_gone_slugs AFTER DELETE ON public.pages REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_slug_history();
CREATE TRIGGER pages_index_now AFTER INSERT OR DELETE OR UPDATE OF slug, seo ON public.pages FOR EACH ROW EXECUTE FUNCTION note_page_path();
CREATE TRIGGER pages_media_uses AFTER INSERT OR DELETE OR UPDATE ON public.pages FOR EACH ROW EXECUTE FUNCTION keep_media_uses('content', 'seo');
CREATE TRIGGER pages_new_slugs AFTER INSERT ON public.pages REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION take_slugs_from_history();
CREATE TRIGGER pages_slug_history AFTER UPDATE OF slug ON public.pages FOR EACH ROW WHEN ((new.slug <> old.slug)) EXECUTE FUNCTION keep_slug_history();

create table pending_sign_ups (
  caller text,
  created_at timestamp with time zone not null default now(),
  email text not null,
  expires_at timestamp with time zone not null,
  full_name text not null default ''::text,
  id uuid not null default gen_random_uuid(),
  password_hash text,
  user_metadata jsonb not null default '{}'::jsonb,
  constraint pending_sign_ups_email_length CHECK (((length(email) >= 3) AND (length(email) <= 254))),
  constraint pending_sign_ups_pkey PRIMARY KEY (id)
);
CREATE INDEX pending_sign_ups_email ON public.pending_sign_ups USING btree (lower(email));
CREATE INDEX pending_sign_ups_expires ON public.pending_sign_ups USING btree (expires_at);

create table profiles (
  full_name text not null default ''::text,
  role text,
  text_size text not null default 'standard'::text,
  theme text,
  typeface text not null default 'serif'::text,
  user_id uuid not null,
  constraint profiles_pkey PRIMARY KEY (user_id),
  constraint profiles_role_known CHECK ((role = ANY (ARRAY['admin'::text, 'editor'::text, 'sales'::text, 'audience'::text, 'author'::text]))),
  constraint profiles_text_size_known CHECK ((text_size = ANY (ARRAY['small'::text, 'standard'::text, 'large'::text, 'largest'::text]))),
  constraint profiles_theme_known CHECK ((theme = ANY (ARRAY['system'::text, 'light'::text, 'dark'::text]))),
  constraint profiles_typeface_known CHECK ((typeface = ANY (ARRAY['serif'::text, 'sans'::text]))),
  constraint profiles_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE TRIGGER previews_end_with_role AFTER UPDATE OF role ON public.profiles FOR EACH ROW WHEN (((new.role IS DISTINCT FROM old.role) AND ((new.role IS NULL) OR (new.role <> ALL (ARRAY['admin'::text, 'editor'::text]))))) EXECUTE FUNCTION revoke_previews_of_role();

create table published_count_entries (
  difference bigint not null,
  id bigint not null generated always as identity,
  kind text not null,
  owner_id uuid not null,
  constraint published_count_entries_pkey PRIMARY KEY (id)
);
CREATE TRIGGER compact_published_counts AFTER INSERT ON public.published_count_entries REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT WHEN ((pg_trigger_depth() < 2)) EXECUTE FUNCTION compact_counts_now_and_then();

create table reading_beacons (
  created_at timestamp with time zone not null default now(),
  data jsonb not null,
  id bigint not null generated always as identity,
  kind text not null,
  view_id uuid not null,
  constraint reading_beacons_pkey PRIMARY KEY (id)
);

create table reading_days (
  article_id uuid not null,
  cta_clicks integer not null default 0,
  day date not null,
  engaged_seconds bigint not null default 0,
  quarter1 integer not null default 0,
  quarter2 integer not null default 0,
  quarter3 integer not null default 0,
  quarter4 integer not null default 0,
  readers integer not null default 0,
  saves integer not null default 0,
  shares integer not null default 0,
  sign_ups integer not null default 0,
  views integer not null default 0,
  constraint reading_days_article_id_day_pk PRIMARY KEY (article_id, day)
);
CREATE INDEX reading_days_engaged ON public.reading_days USING btree (day, engaged_seconds DESC, article_id);
CREATE INDEX reading_days_views ON public.reading_days USING btree (day, views DESC, article_id);

create table reading_drops (
  day date not null,
  events integer not null,
  reason text not null,
  constraint reading_drops_day_reason_pk PRIMARY KEY (day, reason),
  constraint reading_drops_positive CHECK ((events > 0))
);

create table reading_groups (
  day date not null,
  engaged_seconds bigint not null default 0,
  kind text not null,
  name text not null,
  sign_ups integer not null default 0,
  views integer not null default 0,
  constraint reading_groups_kind_name_day_pk PRIMARY KEY (kind, name, day)
);
CREATE INDEX reading_groups_engaged ON public.reading_groups USING btree (kind, day, engaged_seconds DESC, name);
CREATE INDEX reading_groups_source ON public.reading_groups USING btree (name text_pattern_ops) WHERE (kind = 'source'::text);
CREATE INDEX reading_groups_views ON public.reading_groups USING btree (kind, day, views DESC, name);

create table reading_hours (
  article_views integer not null default 0,
  day date not null,
  engaged_seconds bigint not null default 0,
  hour smallint not null,
  quarter1 integer not null default 0,
  quarter2 integer not null default 0,
  quarter3 integer not null default 0,
  quarter4 integer not null default 0,
  readers integer not null default 0,
  sign_ups integer not null default 0,
  views integer not null default 0,
  constraint reading_hours_day_hour_pk PRIMARY KEY (day, hour)
);

create table reading_list (
  article_id uuid not null,
  saved_at timestamp with time zone not null default now(),
  user_id uuid not null,
  constraint reading_list_article_id_articles_id_fk FOREIGN KEY (article_id) REFERENCES articles(id) ON DELETE CASCADE,
  constraint reading_list_user_id_article_id_pk PRIMARY KEY (user_id, article_id),
  constraint reading_list_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX reading_list_article ON public.reading_list USING btree (article_id);
CREATE INDEX reading_list_newest ON public.reading_list USING btree (user_id, saved_at DESC, article_id DESC);

create table reading_outcomes (
  article_id uuid,
  at timestamp with time zone not null,
  day date not null,
  hour smallint not null,
  kind text not null,
  target text not null,
  view_id uuid not null,
  constraint reading_outcomes_kind_known CHECK ((kind = ANY (ARRAY['sign_up'::text, 'cta_view'::text, 'cta_click'::text, 'save'::text, 'share'::text, 'search'::text]))),
  constraint reading_outcomes_view_id_kind_target_pk PRIMARY KEY (view_id, kind, target)
);
CREATE INDEX reading_outcomes_day ON public.reading_outcomes USING btree (day);

create table reading_totals (
  article_id uuid,
  day date not null,
  device text not null,
  engaged_seconds bigint not null default 0,
  page text not null,
  quarter1 integer not null default 0,
  quarter2 integer not null default 0,
  quarter3 integer not null default 0,
  quarter4 integer not null default 0,
  readers integer not null default 0,
  sign_ups integer not null default 0,
  source text not null,
  source_kind text not null,
  views integer not null default 0,
  constraint reading_totals_once UNIQUE NULLS NOT DISTINCT (article_id, day, page, source_kind, source, device)
);
CREATE INDEX reading_totals_day ON public.reading_totals USING btree (day);

create table recovery_codes (
  created_at timestamp with time zone not null default now(),
  hash text not null,
  spent_at timestamp with time zone,
  user_id uuid not null,
  constraint recovery_codes_pkey PRIMARY KEY (hash),
  constraint recovery_codes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX recovery_codes_user ON public.recovery_codes USING btree (user_id);

create table redirects (
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  from_path text not null,
  hits bigint not null default 0,
  id uuid not null default gen_random_uuid(),
  last_used_at timestamp with time zone,
  to_path text not null,
  constraint redirects_created_by_users_id_fk FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint redirects_from_form CHECK (((from_path ~ '^/'::text) AND (length(from_path) <= 1000))),
  constraint redirects_from_path_unique UNIQUE (from_path),
  constraint redirects_lead_elsewhere CHECK ((from_path <> to_path)),
  constraint redirects_pkey PRIMARY KEY (id),
  constraint redirects_to_form CHECK (((to_path ~* '^https?://'::text) OR ((to_path ~ '^/'::text) AND (to_path !~* '^/([/\\]|%2f|%5c)'::text))))
);
CREATE INDEX redirects_created ON public.redirects USING btree (created_at DESC, id DESC);
CREATE TRIGGER redirects_have_an_end BEFORE INSERT OR UPDATE OF from_path, to_path ON public.redirects FOR EACH ROW EXECUTE FUNCTION refuse_redirect_circle();

create table refresh_tokens (
  created_at timestamp with time zone not null default now(),
  hash text not null,
  session_id uuid not null,
  spent_at timestamp with time zone,
  constraint refresh_tokens_pkey PRIMARY KEY (hash),
  constraint refresh_tokens_session_id_sessions_id_fk FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
CREATE INDEX refresh_tokens_session ON public.refresh_tokens USING btree (session_id);

create table related_articles (
  article_id uuid not null,
  related_id uuid not null,
  score real not null,
  constraint related_articles_article_id_articles_id_fk FOREIGN KEY (article_id) REFERENCES articles(id) ON DELETE CASCADE,
  constraint related_articles_article_id_related_id_pk PRIMARY KEY (article_id, related_id),
  constraint related_articles_not_itself CHECK ((article_id <> related_id)),
  constraint related_articles_related_id_articles_id_fk FOREIGN KEY (related_id) REFERENCES articles(id) ON DELETE CASCADE
);
CREATE INDEX related_articles_reverse ON public.related_articles USING btree (related_id);

create table related_choices (
  article_id uuid not null,
  choice text not null,
  place smallint not null default 0,
  related_id uuid not null,
  constraint related_choices_article_id_articles_id_fk FOREIGN KEY (article_id) REFERENCES articles(id) ON DELETE CASCADE,
  constraint related_choices_article_id_related_id_pk PRIMARY KEY (article_id, related_id),
  constraint related_choices_known CHECK ((choice = ANY (ARRAY['pinned'::text, 'excluded'::text]))),
  constraint related_choices_not_itself CHECK ((article_id <> related_id)),
  constraint related_choices_related_id_articles_id_fk FOREIGN KEY (related_id) REFERENCES articles(id) ON DELETE CASCADE
);
CREATE INDEX related_choices_reverse ON public.related_choices USING btree (related_id);

create table related_outdated (
  article_id uuid not null,
  changed_at timestamp with time zone not null default now(),
  constraint related_outdated_article_id_articles_id_fk FOREIGN KEY (article_id) REFERENCES articles(id) ON DELETE CASCADE,
  constraint related_outdated_pkey PRIMARY KEY (article_id)
);
CREATE INDEX related_outdated_oldest ON public.related_outdated USING btree (changed_at);

create table related_terms (
  article_id uuid not null,
  terms text[] not null,
  weights real[] not null,
  constraint related_terms_article_id_articles_id_fk FOREIGN KEY (article_id) REFERENCES articles(id) ON DELETE CASCADE,
  constraint related_terms_pkey PRIMARY KEY (article_id)
);
CREATE INDEX related_terms_lexemes ON public.related_terms USING gin (array_to_tsvector(terms)) WITH (fastupdate='false');

create table search_callers (
  day date not null,
  hash text not null,
  constraint search_callers_pkey PRIMARY KEY (hash)
);
CREATE INDEX search_callers_day ON public.search_callers USING btree (day);

create table search_counts (
  callers integer not null default 0,
  day date not null,
  empty integer not null default 0,
  id bigint not null generated always as identity,
  query text not null,
  searches integer not null default 0,
  constraint search_counts_empty CHECK (((empty >= 0) AND (empty <= searches))),
  constraint search_counts_once UNIQUE (day, query),
  constraint search_counts_pkey PRIMARY KEY (id),
  constraint search_counts_query_length CHECK (((length(query) >= 2) AND (length(query) <= 100)))
);
CREATE INDEX search_counts_shared ON public.search_counts USING btree (query) WHERE (callers >= 3);

create table search_documents (
  article_id uuid not null,
  author_id uuid,
  body text not null,
  body_from integer not null,
  category_id uuid,
  document tsvector not null,
  is_popular boolean not null,
  normal text not null,
  public_at timestamp with time zone,
  week integer not null,
  words tsvector not null,
  constraint search_documents_article_id_articles_id_fk FOREIGN KEY (article_id) REFERENCES articles(id) ON DELETE CASCADE,
  constraint search_documents_pkey PRIMARY KEY (article_id)
) with (toast_tuple_target=128);
CREATE INDEX search_documents_lexemes ON public.search_documents USING gin (week, ts_filter(document, '{a,b}'::"char"[]), document, words) WITH (fastupdate='false');
CREATE INDEX search_documents_newest ON public.search_documents USING btree (public_at DESC, article_id DESC, week) WHERE (public_at IS NOT NULL);
CREATE TRIGGER search_documents_unrelated_on_insert AFTER INSERT ON public.search_documents FOR EACH ROW WHEN ((new.public_at IS NOT NULL)) EXECUTE FUNCTION note_unrelated_articles();
CREATE TRIGGER search_documents_unrelated_on_update AFTER UPDATE ON public.search_documents FOR EACH ROW WHEN ((((old.public_at IS NULL) <> (new.public_at IS NULL)) OR ((new.public_at IS NOT NULL) AND (old.document <> new.document)))) EXECUTE FUNCTION note_unrelated_articles();

create table search_noted (
  article_id uuid not null
);
CREATE CONSTRAINT TRIGGER index_noted_articles AFTER INSERT ON public.search_noted DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION index_noted_articles();

create table search_opens (
  article_id uuid not null,
  count_id bigint not null,
  opens integer not null default 0,
  constraint search_opens_article_id_articles_id_fk FOREIGN KEY (article_id) REFERENCES articles(id) ON DELETE CASCADE,
  constraint search_opens_count_id_article_id_pk PRIMARY KEY (count_id, article_id),
  constraint search_opens_count_id_search_counts_id_fk FOREIGN KEY (count_id) REFERENCES search_counts(id) ON DELETE CASCADE
);
CREATE INDEX search_opens_article ON public.search_opens USING btree (article_id);

create table search_outdated (
  article_id uuid not null,
  constraint search_outdated_pkey PRIMARY KEY (article_id)
);

create table search_synonyms (
  created_at timestamp with time zone not null default now(),
  id uuid not null default gen_random_uuid(),
  terms text[] not null,
  constraint search_synonyms_at_least_two CHECK (((cardinality(terms) >= 2) AND (cardinality(terms) <= 20))),
  constraint search_synonyms_pkey PRIMARY KEY (id)
);
CREATE TRIGGER check_synonyms BEFORE INSERT OR UPDATE OF terms ON public.search_synonyms FOR EACH ROW EXECUTE FUNCTION check_synonyms();

create table search_vocabulary (
  documents integer not null default 1,
  stem text not null,
  word text not null,
  constraint search_vocabulary_pkey PRIMARY KEY (word)
);
CREATE INDEX search_vocabulary_beginnings ON public.search_vocabulary USING btree (word text_pattern_ops);
CREATE INDEX search_vocabulary_stems ON public.search_vocabulary USING btree (stem);
CREATE INDEX search_vocabulary_trigrams ON public.search_vocabulary USING gin (word gin_trgm_ops) WITH (fastupdate='false');

create table sessions (
  aal text not null default 'aal1'::text,
  address text,
  amr jsonb not null default '[]'::jsonb,
  binding_hash text,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  id uuid not null default gen_random_uuid(),
  known_network text,
  last_seen_at timestamp with time zone not null default now(),
  replaced_by uuid,
  revoked_at timestamp with time zone,
  user_agent text,
  user_id uuid not null,
  constraint sessions_aal_known CHECK ((aal = ANY (ARRAY['aal1'::text, 'aal2'::text]))),
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_replaced_ended CHECK (((replaced_by IS NULL) OR (revoked_at IS NOT NULL))),
  constraint sessions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_ended ON public.sessions USING btree (LEAST(expires_at, revoked_at)) WHERE ((address IS NOT NULL) OR (user_agent IS NOT NULL));
CREATE INDEX sessions_known ON public.sessions USING btree (user_id, known_network) WHERE (known_network IS NOT NULL);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id, created_at DESC);

create table settings (
  key text not null,
  updated_at timestamp with time zone not null default now(),
  value jsonb not null,
  constraint settings_pkey PRIMARY KEY (key)
);

create table signed_messages (
  expires_at timestamp with time zone not null,
  hash text not null,
  constraint signed_messages_pkey PRIMARY KEY (hash)
);
CREATE INDEX signed_messages_expires ON public.signed_messages USING btree (expires_at);

create table slug_history (
  created_at timestamp with time zone not null default now(),
  kind text not null,
  slug text not null,
  target_id uuid not null,
  constraint slug_history_kind_slug_pk PRIMARY KEY (kind, slug)
);
CREATE INDEX slug_history_target ON public.slug_history USING btree (kind, target_id);

create table tags (
  created_at timestamp with time zone not null default now(),
  id uuid not null default gen_random_uuid(),
  name text not null,
  slug text not null,
  updated_at timestamp with time zone not null default now(),
  constraint tags_name_filled CHECK (((length(btrim(name)) >= 1) AND (length(btrim(name)) <= 120))),
  constraint tags_name_unique UNIQUE (name),
  constraint tags_pkey PRIMARY KEY (id),
  constraint tags_slug_form CHECK ((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text)),
  constraint tags_slug_unique UNIQUE (slug)
);
CREATE TRIGGER tags_gone_slugs AFTER DELETE ON public.tags REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_slug_history();
CREATE TRIGGER tags_new_slugs AFTER INSERT ON public.tags REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION take_slugs_from_history();
CREATE TRIGGER tags_renamed AFTER UPDATE OF name ON public.tags FOR EACH ROW WHEN ((old.name <> new.name)) EXECUTE FUNCTION note_renamed_articles();
CREATE TRIGGER tags_slug_history AFTER UPDATE OF slug ON public.tags FOR EACH ROW WHEN ((new.slug <> old.slug)) EXECUTE FUNCTION keep_slug_history();

create table transfer_files (
  bytes bigint not null default 0,
  contents jsonb,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  format text not null,
  id uuid not null default gen_random_uuid(),
  key text not null,
  name text not null,
  origin text not null,
  status text not null default 'arriving'::text,
  upload_name text,
  constraint transfer_files_bytes CHECK ((bytes >= 0)),
  constraint transfer_files_created_by_users_id_fk FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint transfer_files_format_known CHECK ((format = ANY (ARRAY['archive'::text, 'wordpress'::text, 'ghost'::text]))),
  constraint transfer_files_key_unique UNIQUE (key),
  constraint transfer_files_origin_known CHECK ((origin = ANY (ARRAY['made'::text, 'uploaded'::text]))),
  constraint transfer_files_pkey PRIMARY KEY (id),
  constraint transfer_files_status_known CHECK ((status = ANY (ARRAY['arriving'::text, 'ready'::text, 'failed'::text])))
);
CREATE INDEX transfer_files_newest ON public.transfer_files USING btree (created_at DESC, id DESC);

create table transfer_parts (
  bytes bigint not null,
  etag text not null,
  file_id uuid not null,
  number bigint not null,
  constraint transfer_parts_file_id_number_pk PRIMARY KEY (file_id, number),
  constraint transfer_parts_file_id_transfer_files_id_fk FOREIGN KEY (file_id) REFERENCES transfer_files(id) ON DELETE CASCADE
);

create table unknown_paths (
  first_seen_at timestamp with time zone not null default now(),
  hits bigint not null default 1,
  last_referrer text,
  last_seen_at timestamp with time zone not null default now(),
  path text not null,
  constraint unknown_paths_length CHECK ((length(path) <= 1000)),
  constraint unknown_paths_pkey PRIMARY KEY (path)
);
CREATE INDEX unknown_paths_newest ON public.unknown_paths USING btree (last_seen_at DESC);

create table users (
  app_metadata jsonb not null default '{}'::jsonb,
  banned_until timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  email text,
  email_verified_at timestamp with time zone,
  id uuid not null default gen_random_uuid(),
  invited_at timestamp with time zone,
  password_hash text,
  updated_at timestamp with time zone not null default now(),
  user_metadata jsonb not null default '{}'::jsonb,
  constraint users_email_length CHECK (((length(email) >= 3) AND (length(email) <= 254))),
  constraint users_metadata_size CHECK ((octet_length((user_metadata)::text) <= 65536)),
  constraint users_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX users_email_once ON public.users USING btree (lower(email));
CREATE TRIGGER forget_deleted_person BEFORE DELETE ON public.users FOR EACH ROW EXECUTE FUNCTION forget_deleted_person();
CREATE TRIGGER previews_end_with_ban AFTER UPDATE OF banned_until ON public.users FOR EACH ROW WHEN ((new.banned_until IS NOT NULL)) EXECUTE FUNCTION revoke_previews_of_user();
CREATE TRIGGER previews_end_with_user BEFORE DELETE ON public.users FOR EACH ROW EXECUTE FUNCTION revoke_previews_of_user();

create table webhook_deliveries (
  claimed_until timestamp with time zone,
  endpoint_id uuid not null,
  event_id uuid not null,
  finished_at timestamp with time zone,
  id bigint not null generated always as identity,
  log jsonb not null default '[]'::jsonb,
  next_try_at timestamp with time zone not null default now(),
  status text not null default 'waiting'::text,
  tries integer not null default 0,
  constraint webhook_deliveries_endpoint_id_webhook_endpoints_id_fk FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON DELETE CASCADE,
  constraint webhook_deliveries_event_id_webhook_events_id_fk FOREIGN KEY (event_id) REFERENCES webhook_events(id) ON DELETE CASCADE,
  constraint webhook_deliveries_once UNIQUE (endpoint_id, event_id),
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_status_known CHECK ((status = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text])))
);
CREATE INDEX webhook_deliveries_event ON public.webhook_deliveries USING btree (event_id);
CREATE INDEX webhook_deliveries_newest ON public.webhook_deliveries USING btree (endpoint_id, id DESC);
CREATE INDEX webhook_deliveries_waiting ON public.webhook_deliveries USING btree (next_try_at) WHERE (status = 'waiting'::text);

create table webhook_endpoints (
  active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  disabled_at timestamp with time zone,
  events text[] not null,
  failing_since timestamp with time zone,
  id uuid not null default gen_random_uuid(),
  last_success_at timestamp with time zone,
  secret_salt text not null,
  url text not null,
  constraint webhook_endpoints_created_by_users_id_fk FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint webhook_endpoints_events_known CHECK (((cardinality(events) > 0) AND (events <@ ARRAY['article.published'::text, 'article.updated'::text, 'lead.created'::text]))),
  constraint webhook_endpoints_pkey PRIMARY KEY (id),
  constraint webhook_endpoints_url_form CHECK (((url ~ '^https://'::text) AND (length(url) <= 2000))),
  constraint webhook_endpoints_url_unique UNIQUE (url)
);

create table webhook_events (
  data jsonb not null,
  id uuid not null default gen_random_uuid(),
  occurred_at timestamp with time zone not null default now(),
  type text not null,
  constraint webhook_events_pkey PRIMARY KEY (id)
);
CREATE INDEX webhook_events_occurred ON public.webhook_events USING btree (occurred_at);
CREATE TRIGGER webhook_events_are_sent AFTER INSERT ON public.webhook_events REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION send_webhook_events();

create table webhook_keys (
  created_at timestamp with time zone not null default now(),
  created_by uuid,
  expires_at timestamp with time zone,
  hash text not null,
  hint text not null,
  id uuid not null default gen_random_uuid(),
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  scope text not null default 'webhook'::text,
  constraint webhook_keys_created_by_users_id_fk FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint webhook_keys_hash_unique UNIQUE (hash),
  constraint webhook_keys_pkey PRIMARY KEY (id),
  constraint webhook_keys_scope_known CHECK ((scope = ANY (ARRAY['webhook'::text, 'readership'::text])))
);

create table webhook_requests (
  address text,
  answer json,
  article_id uuid,
  attempt integer not null default 1,
  body text,
  body_bytes integer not null,
  body_hash text not null,
  claim text,
  claimed_until timestamp with time zone,
  finished_at timestamp with time zone,
  id bigint not null generated always as identity,
  idempotency_key text,
  key_id uuid,
  message_id text,
  received_at timestamp with time zone not null default now(),
  replay_of bigint,
  status integer,
  title text,
  user_agent text,
  constraint webhook_requests_body_length CHECK ((octet_length(body) <= 262144)),
  constraint webhook_requests_finished CHECK (((finished_at IS NULL) = (status IS NULL))),
  constraint webhook_requests_message_once UNIQUE (key_id, message_id),
  constraint webhook_requests_once UNIQUE (key_id, claim),
  constraint webhook_requests_pkey PRIMARY KEY (id)
);
CREATE INDEX webhook_requests_received ON public.webhook_requests USING btree (received_at);
CREATE INDEX webhook_requests_replays ON public.webhook_requests USING btree (replay_of, id) WHERE (replay_of IS NOT NULL);

create table weekly_emails (
  created_at timestamp with time zone not null default now(),
  week date not null,
  constraint weekly_emails_pkey PRIMARY KEY (week)
);

-- Views
create view article_counts as  SELECT status,
    category_id,
    (sum(difference))::bigint AS total
   FROM article_count_entries
  GROUP BY status, category_id;
create view published_counts as  SELECT kind,
    owner_id,
    (sum(difference))::bigint AS total
   FROM published_count_entries
  GROUP BY kind, owner_id;

-- Functions
add_article_reading() returns trigger
article_beginning(content text) returns text
article_cards(ids uuid[]) returns TABLE(id uuid, slug text, title text, summary text, author text, "authorSlug" text, coauthors json, "publishDate" timestamp with time zone, "readTime" integer, "imageUrl" text, "imageAlt" text, "isPinned" boolean, "isPopular" boolean, "isFeatured" boolean, "membersOnly" boolean, "categoryId" uuid, "categorySlug" text, "categoryName" text)
article_ctas(article_slug text, at_end integer, in_text integer) returns TABLE(cta_id uuid, is_at_end boolean)
at_least(terms tsquery[], few integer) returns tsquery
author_profile(author authors) returns json
cards_in(html text) returns json
check_synonyms() returns trigger
closest_articles(article uuid, most integer) returns TABLE(related_id uuid, score real)
coauthor_names(article uuid) returns text[]
coauthors_of(article uuid, with_profiles boolean) returns json
compact_article_counts() returns void
compact_counts_now_and_then() returns trigger
containing_matches(needle text, filters jsonb, most integer) returns tid[]
correct_word(typed text, filters jsonb) returns text
count_ad_events() returns trigger
count_ad_impressions() returns trigger
count_coauthored_articles() returns trigger
count_deleted_articles() returns trigger
count_inserted_articles() returns trigger
count_reading(most integer) returns TABLE(taken integer, counted integer)
count_retagged_articles() returns trigger
count_tagged_articles() returns trigger
count_untagged_articles() returns trigger
count_updated_articles() returns trigger
count_vocabulary() returns void
counted_status(status text, deleted_at timestamp with time zone) returns text
escape_html(value text) returns text
excerpt_of(normal text, body text, body_from integer, pattern text, needle text) returns text
fill_related_list(article uuid) returns void
finish_webhook_request(request bigint, held integer, code integer, said json, article uuid) returns void
forget_ad_events() returns trigger
forget_ad_impressions() returns trigger
forget_deleted_person() returns trigger
forget_slug_history() returns trigger
free_slug(kind regclass, wanted text, own uuid) returns text
index_articles(ids uuid[]) returns void
index_noted_articles() returns trigger
index_outdated_articles(most integer) returns integer
is_about_its_actor(event text, details jsonb) returns boolean
is_event_wanted(VARIADIC kinds text[]) returns boolean
is_indexable(seo jsonb) returns boolean
is_known(word text, filters jsonb) returns boolean
is_listed(article uuid, filters jsonb) returns boolean
is_public(status text, deleted_at timestamp with time zone) returns boolean
iso_moment(moment timestamp with time zone) returns text
join_queries(parts tsquery[], operator text) returns tsquery
keep_an_admin(leaving uuid) returns void
keep_article_slugs() returns trigger
keep_author_slugs() returns trigger
keep_first_publication() returns trigger
keep_media_document() returns trigger
keep_media_uses() returns trigger
keep_slug_history() returns trigger
list_words(normal text) returns text[]
lock_article(article uuid, expected integer) returns void
lock_article_image(article uuid, expected text, wanted text) returns void
lock_job_item(item bigint, attempt integer) returns void
lock_newsletter_issue(issue uuid, expected text) returns void
lock_page(page uuid, expected bigint) returns void
lock_sending_issue(issue uuid) returns void
lock_transfer_file(file uuid) returns void
magazine_day(moment timestamp with time zone, zone text) returns date
magazine_time(moment timestamp with time zone, zone text) returns timestamp without time zone
magazine_zone() returns text
media_keys(texts text) returns SETOF text
move_author_reading(merged uuid, kept uuid) returns void
newest_matches(query tsquery, filters jsonb, most integer, part text, wholes tsquery) returns tid[]
note_article_events(kind text, ids uuid[]) returns void
note_article_path() returns trigger
note_articles() returns trigger
note_index_now(paths text[]) returns void
note_inserted_articles() returns trigger
note_inserted_leads() returns trigger
note_page_path() returns trigger
note_renamed_articles() returns trigger
note_unrelated_articles() returns trigger
note_updated_articles() returns trigger
page_version(updated_at timestamp with time zone) returns bigint
phrase_pattern(phrase text) returns text
pick_related(own uuid, own_category uuid, most integer, with_newest boolean) returns TABLE(related_id uuid, source integer, place double precision)
plain_text(html text) returns text
prose_document(value text) returns tsvector
prose_query(typed text) returns tsquery
raise_article_version() returns trigger
rank_matches(places tid[], parts tsquery[], phrase tsquery, wholes tsquery) returns TABLE(place tid, score double precision)
recount_articles() returns void
refresh_most_read(most integer, popular integer) returns TABLE(article_ids uuid[], is_other boolean)
refuse_redirect_circle() returns trigger
relate_articles(ids uuid[]) returns uuid[]
relate_outdated_articles(most integer) returns TABLE(taken integer, changed uuid[])
related_list(article uuid) returns uuid[]
remove_author_from_coauthors() returns trigger
revoke_previews_of_role() returns trigger
revoke_previews_of_user() returns trigger
roll_reading(most integer) returns integer
score_related(article uuid, candidates uuid[]) returns TABLE(related_id uuid, score real)
search_articles(typed text, terms jsonb, options jsonb) returns jsonb
search_facets(places tid[], zone text) returns jsonb
search_forms(parts tsquery[], quoted text[]) returns text[]
search_normal(value text) returns text
search_parts(words text[], typing boolean) returns tsquery[]
send_webhook_events() returns trigger
separate_words(value text) returns text
share_of_word(word text, beginning boolean) returns double precision
shown_most_read(most integer) returns uuid[]
shown_related(own uuid, own_category uuid, most integer) returns TABLE(related_id uuid, source integer, place double precision)
site_links(most_tags integer) returns TABLE(kind text, slug text, name text, total bigint)
skip_author_as_coauthor() returns trigger
stem_words(words text[]) returns text[]
store_page_view(view uuid, about jsonb, slug text) returns TABLE(article_id uuid, first boolean)
store_progress(reports jsonb) returns boolean
store_progress(view uuid, progress jsonb) returns boolean
take_article_slugs() returns trigger
take_coauthors_off_article() returns trigger
take_slugs_from_history() returns trigger
take_tags_off_article() returns trigger
typo_distance(a text, b text) returns integer
week_of_newest(nth integer) returns integer
weigh_terms(ids uuid[]) returns TABLE(article_id uuid, terms text[], weights real[])
weighted(query tsquery, weights text) returns tsquery
with_current_blocks(html text) returns text
without(places tid[], others tid[]) returns tid[]
word_query(word text, beginning boolean) returns tsquery