// Names and addresses of the demo's subscribers. All of them are invented and end in a reserved domain.
import { seededRandom } from '../../../dev/cover-art/seeded-random';

const FIRST_NAMES =
  'Amara Ben Carla Dmitri Elise Farid Grace Hugo Imani Joel Keiko Luis Maren Nadia Omar Priya Quinn Rosa Samir Tess Uriel Vera Wes Yusra Zane'.split(
    ' ',
  );
const LAST_NAMES =
  'Abbott Bianchi Castellano Doyle Ekwueme Fontaine Gallardo Hartley Ivanova Jensen Kapoor Lindqvist Moreau Nakamura Okafor Pruitt Quintero Rosen Sandoval Thornton'.split(
    ' ',
  );
const FIRM_ENDINGS = ['-law', '-legal', '-partners', '-associates', 'firm'];

export const LEADS = 260;

/** Different addresses, for instance `maren.doyle@kapoor-law.example`. */
export function leadAddresses(): string[] {
  const random = seededRandom('demo leads');
  const addresses = new Set<string>();
  while (addresses.size < LEADS) {
    const pick = (names: readonly string[]) => (names[random.whole(0, names.length - 1)] ?? '').toLowerCase();
    addresses.add(
      `${pick(FIRST_NAMES)}.${pick(LAST_NAMES)}@${pick(LAST_NAMES)}${pick(FIRM_ENDINGS)}.example`,
    );
  }
  return [...addresses];
}

/** Members besides `reader@example.com`. */
export const DEMO_MEMBERS = [
  { email: 'marisol.vega@example.com', fullName: 'Marisol Vega', joinedDaysAgo: 61 },
  { email: 'dale.whitcomb@example.com', fullName: 'Dale Whitcomb', joinedDaysAgo: 38 },
  { email: 'nora.castell@example.com', fullName: 'Nora Castell', joinedDaysAgo: 14 },
] as const;
