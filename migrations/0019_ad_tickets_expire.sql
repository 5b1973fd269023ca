-- Ad events on pages that were rendered more than two days before are dropped with a reason of their own.
ALTER TABLE "ad_drops" DROP CONSTRAINT "ad_drops_reason_known";--> statement-breakpoint
ALTER TABLE "ad_drops" ADD CONSTRAINT "ad_drops_reason_known" CHECK ("ad_drops"."reason" in ('too_early', 'repeated', 'over_limit', 'not_on_page', 'bad_token', 'expired', 'crawler', 'not_opened', 'old_page'));
