// The words that docs/glossary.md replaced, and where they are allowed.

interface Term {
  /** Matched against a line whose identifiers are split into words: `purgeTouched` is "purge Touched". */
  not: RegExp;
  use: string;
}

/** Text that the check ignores in some files. */
interface Exception {
  files: RegExp;
  text: RegExp;
  reason: string;
}

export const TERMS: readonly Term[] = [
  // Conflict markers of an unfinished merge. No compiler would reject them in Markdown.
  { not: /^(<{7}|>{7}) /, use: 'one side of the merge' },
  { not: /\bdoors?\b/i, use: 'route, endpoint or handler' },
  { not: /\bknock(s|ed|ing)?\b/i, use: 'request' },
  { not: /\bnewsroom|\bNewsroom (?=[A-Z])/, use: 'admin in code, "Newsroom" only on screen' },
  { not: /\bdesks?\b/i, use: 'admin article list' },
  { not: /\bpictures?\b/i, use: 'image' },
  { not: /\bletters?\b/i, use: 'email' },
  { not: /\bworlds?\b/i, use: 'runtime or environment' },
  {
    not: /\b(houses?|rooms|(another|each|own|this|the|whose) room)\b/i,
    use: 'architecture, layer or folder',
  },
  { not: /(?<![.\w])floors?\b(?![(:])/i, use: 'layer or minimum' },
  { not: /\bchrome\b/i, use: 'site layout' },
  { not: /\bstamp(s|ed)?\b/i, use: 'version' },
  { not: /\bstandings?\b/i, use: 'cache state, or static page' },
  { not: /\bpurge touched\b/i, use: 'purgeArticleCache' },
  { not: /\bpolitely\b/i, use: 'throttled' },
  { not: /\bsuspects?\b/i, use: 'poison items' },
  { not: /\bbur(y|ied|ies)\b/i, use: 'handleDeadLetter' },
  { not: /\brehears(al|e|ed)\b/i, use: 'test job' },
  { not: /\bpartners\b/i, use: 'trustedFetch' },
  { not: /\bhurry deliveries\b/i, use: 'enqueueDeliveries' },
  { not: /\bhear out\b/i, use: 'drainRequestBody' },
  { not: /\btake in\b/i, use: 'linkOrCreateAccount' },
  { not: /\btell owner\b/i, use: 'notifyOwner' },
  { not: /\blook after\b/i, use: 'reconcileIssues' },
  { not: /\bstopgap\b/i, use: 'unauthenticatedFallback' },
  { not: /\bfind shut midway\b/i, use: 'signedOutDuringEdit' },
  { not: /\boutside\(/, use: 'publicFetch' },
  { not: /\bctx\.pages\b/, use: 'pageCache' },
  { not: /\bearly words?\b/i, use: 'input before hydration' },
  { not: /\bcom(ing|es?) alive\b/i, use: 'hydration' },
  { not: /\bhold(ing)? events\b/i, use: 'event replay' },
  { not: /\bkept words\b/i, use: 'recovered draft' },
  { not: /\btaken over\b/i, use: 'claimed' },
  { not: /\blives of tabs\b/i, use: 'tab lock' },
  { not: /\bcron jobs?\b/i, use: 'cron task' },
  { not: /\bfeatures\/(webhook|endpoints|images)\//, use: 'features/webhooks or features/image-generation' },
  { not: /\bnobody\b/i, use: 'what is refused, or "no one"' },
  { not: /\bstands for\b/i, use: 'is' },
  { not: /\bgoes on\b/i, use: 'continues' },
  { not: /\b(is|are) away\b/i, use: 'is unavailable' },
  { not: /\b(whoever|whatever)\b/i, use: 'the person, caller or value that is meant' },
  { not: /\banew\b/i, use: 'again' },
  { not: /\b(hence|thereof)\b/i, use: 'therefore, of it' },
  { not: /\bat once\b/i, use: 'immediately, or at the same time' },
  { not: /\btold of\b/i, use: 'listed, or reported' },
  { not: /\bled on\b/i, use: 'redirected' },
  { not: /\bbad days?\b/i, use: 'fault tests' },
  {
    not: /colour|behaviour|neighbour|\b(centre|grey|judgement|apologise|capitalise|organise|recognise)/i,
    use: 'the American spelling',
  },
];

/** Only for interface text. In code, “words” can be correct: a text is searched by them and measured in them. */
export const INTERFACE_TERMS: readonly Term[] = [
  { not: /\bwords of (its|the|your|an?)\b/i, use: 'text, title or content' },
];

export const EXCEPTIONS: readonly Exception[] = [
  {
    files: /./,
    text: /<\/?picture\b|\bpicture-in-picture\b/g,
    reason: 'an HTML element and a permission',
  },
  {
    files: /./,
    text: /letter-spacing|letterSpacing|(first|initial)-letter/g,
    reason: 'CSS properties',
  },
  { files: /providers\/|^tests\//, text: /['"]picture['"]/g, reason: 'the OpenID Connect claim' },
  { files: /^db\/schema\/|transfer\/import\//, text: /'picture'/g, reason: 'a stored kind of imported row' },
  {
    files: /./,
    text: /\bpicture_not_fetched\b|'picturesAdded'/g,
    reason: 'names in the log and in the export of personal data',
  },
  {
    files: /^(README|tests\/)|accounts\/account\.ts$|seed-ads\.ts$|make-demo-ads\.ts$/,
    text: /\bchrome\b|CHROME_FLAGS/gi,
    reason: 'the browser',
  },
  { files: /cache-tags\.ts$|purging\.test\.ts$/, text: /'chrome'/g, reason: 'a tag of cached pages' },
  {
    files: /./,
    text: /\bdev[./]rehearsal\b|'rehearsal'|rehearsal_done|`rehearsal:/g,
    reason: 'the URL and stored names of the test job',
  },
  {
    files: /^tests\//,
    text: /house.rules|rules of the house|court house|\bWorld\b|hello-world|second.desk|other desk|two desks|desk@|'partners'|Partners'/gi,
    reason: 'titles and addresses of test content',
  },
  { files: /^dev\/cover-art\//, text: /\bfloor\b/g, reason: 'a part of a drawing' },
  {
    files: /^tests\/|os-user\.ts$|newsletter-text\.ts$/,
    text: /\bnobody\b/gi,
    reason: 'the account of operating systems, a quotation, test content',
  },
  { files: /^db\/seed\//, text: /\bpartners\b/g, reason: 'partners of a law firm' },
  { files: /auth-frame\.tsx$/, text: /every room/g, reason: 'a sentence about offices' },
  { files: /./, text: /dead[-_ ]?letters?/gi, reason: 'the dead-letter queue' },
  {
    files:
      /plain-path\.ts$|context-words\.ts$|image-prompt\.ts$|highlight\.test\.ts$|generated-articles-seed\.test\.ts$|support\/factory\.ts$|^docs\/security\.md$/,
    text: /\bletters?\b|toLetters/g,
    reason: 'letters of the alphabet',
  },
  {
    files: /people|person\.ts$|context-words\.ts$/,
    text: /'newsroom'|\bnewsroom(?=: 'Staff')/g,
    reason: 'a URL parameter; a guessed password',
  },
  { files: /toast\.tsx$/, text: /\bpolitely\b/g, reason: 'a setting of aria-live' },
  { files: /issuer\.server\.ts$/, text: /\bpicture\b/g, reason: 'the OpenID Connect claim' },
  {
    files: /own-data-repo\.server\.ts$|own-account\.test\.ts$/,
    text: /'letters'|letters(?=: )/g,
    reason: 'a field of the personal data export',
  },
  { files: /(-job|restore-files)\.server\.ts$/, text: /`pictures-/g, reason: 'stored keys of job items' },
  {
    files: /^tests\//,
    text: /CHROME_PATH|https?:\/\/pictures\.\w+/g,
    reason: 'a variable of Lighthouse; test hosts',
  },
];
