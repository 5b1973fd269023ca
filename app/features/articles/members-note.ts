// What stands at the end of the beginning of an article for members. It is part of the article's HTML and no component:
// readers' scripts are at their budget, and most readers never meet it.

/** @param slug of the article, in which nothing needs to be escaped */
export function membersNote(slug: string): string {
  const back = encodeURIComponent(`/article/${slug}`);
  return `<section class="members-part" data-members="${slug}" aria-labelledby="members-read-on">
<h2 id="members-read-on">Members read on</h2>
<p class="members-part__text">The rest of this article is for members. Membership takes a minute and costs nothing.</p>
<p class="members-part__ways"><a class="button" href="/auth?redirect=${back}">Sign In</a>
<a class="button button--quiet" href="/auth?tab=sign-up&amp;redirect=${back}">Sign Up</a></p>
<p class="members-part__whole"><a href="/account/read/${slug}">Read the whole article</a></p>
</section>`;
}
