// Which passwords are refused.

import { PASSWORD_MIN } from './password-length';

const PASSWORD_MAX = 256;

/** The head of every list of leaked passwords; a guesser tries these first. Lower case, at least six characters. */
const COMMONEST: ReadonlySet<string> = new Set(
  `123456 1234567 12345678 123456789 1234567890 123123 123321 654321 666666 696969 111111 000000 112233 121212
  555555 777777 888888 987654321 987654 159753 147258369 123qwe 1q2w3e 1q2w3e4r 1qaz2wsx qwerty qwerty1 qwerty123
  qwertyuiop qazwsx asdfgh asdfghjkl zxcvbn zxcvbnm password password1 password12 password123 passw0rd p@ssw0rd
  p@ssword admin1 admin123 administrator letmein letmein1 welcome welcome1 welcome123 iloveyou monkey dragon
  sunshine princess football baseball superman batman master shadow michael jordan hunter2 trustno1 abc123 abcdef
  abc12345 secret secret1 changeme default login123 guest123 test123 testing whatever starwars freedom computer
  internet google pokemon charlie ashley nicole daniel jessica lovely flower cheese hello123 lawfirm lawyer`.split(
    /\s+/,
  ),
);

/** The reason why a new password is refused, or null. */
export function refusePassword(password: string): string | null {
  if (password === '') return 'Password is required.';
  if (password.length < PASSWORD_MIN) return `Password should be at least ${PASSWORD_MIN} characters.`;
  if (password.length > PASSWORD_MAX) return `Password should be at most ${PASSWORD_MAX} characters.`;
  const plain = password.toLowerCase();
  if (COMMONEST.has(plain) || new Set(plain).size === 1)
    return 'Password is known to be weak and easy to guess, please choose a different one.';
  return null;
}
