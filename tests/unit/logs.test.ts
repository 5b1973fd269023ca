// What logs may hold.
import { describe, expect, it } from 'vitest';
import { reauthenticationMail } from '~/features/accounts/account-mails';
import { toLoggedPath } from '~/http/logged-path';

describe('a line of the log', () => {
  it('names no shared draft by its token', () => {
    expect(toLoggedPath('/preview/kJ3-token')).toBe('/preview/…');
    expect(toLoggedPath('/preview/kJ3-token/more')).toBe('/preview/…');
    expect(toLoggedPath('/article/preview/x')).toBe('/article/preview/x');
  });

  it('may hold the subject of a letter, so that is no secret', () => {
    const { subject, text } = reauthenticationMail('ann@example.com', 'https://magazine.test', '123456');
    expect(text).toContain('123456');
    expect(subject).not.toContain('123456');
  });
});
