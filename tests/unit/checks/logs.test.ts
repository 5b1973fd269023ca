// What logs may contain.
import { describe, expect, it } from 'vitest';
import { reauthenticationMail } from '~/features/accounts/emails/account-emails';
import { toLoggedPath } from '~/lib/logged-path';

describe('log line', () => {
  it('hides the token of a shared draft', () => {
    expect(toLoggedPath('/preview/kJ3-token')).toBe('/preview/…');
    expect(toLoggedPath('/preview/kJ3-token/more')).toBe('/preview/…');
    for (const same of ['//Preview/kJ3-token', '/preview%2FkJ3-token', '/%70review/kJ3-token'])
      expect(toLoggedPath(same)).toBe('/preview/…');
    expect(toLoggedPath('/%')).toBe('/%');
    expect(toLoggedPath('/article/preview/x')).toBe('/article/preview/x');
  });

  it("may contain an email's subject, so subjects contain no secrets", () => {
    const { subject, text } = reauthenticationMail('ann@example.com', 'https://magazine.test', '123456');
    expect(text).toContain('123456');
    expect(subject).not.toContain('123456');
  });
});
