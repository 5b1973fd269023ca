// The demo's authors: what readers learn about them, and how their portraits look.
import type { PortraitLook } from '../../dev/cover-art/portrait';

interface DemoAuthor {
  name: string;
  role: string;
  bio: string;
  look: PortraitLook;
}

/** In pixels; portraits are square. */
export const PORTRAIT_SIZE = 480;

export const DEMO_AUTHORS: readonly DemoAuthor[] = [
  {
    name: 'Dana Whitfield',
    role: 'Editor at Large',
    bio: 'Dana ran operations for two plaintiff firms before she began writing about them. She has read more intake scripts than she would like to admit, and she still answers a ringing phone by the second ring.',
    look: {
      palette: 'growth-strategy',
      ground: 'night',
      backdrop: 'disc',
      skin: '#e6b596',
      hair: '#6f3a24',
      hairstyle: 'bob',
      clothes: 'blazer',
      cloth: '#3b5a73',
      earrings: true,
    },
  },
  {
    name: 'Tom Beckett',
    role: 'Finance Columnist',
    bio: 'Tom was the outside bookkeeper for eleven small firms, then the inside one for a twelfth. He writes about billing, pricing and pay, and believes that most partnership arguments are about a spreadsheet no one has opened.',
    look: {
      palette: 'operations',
      ground: 'tint',
      backdrop: 'columns',
      skin: '#d99f80',
      hair: '#b9b2a6',
      hairstyle: 'crop',
      clothes: 'shirt',
      cloth: '#8aa2b8',
      glasses: true,
      beard: true,
    },
  },
  {
    name: 'Priya Raman',
    role: 'Technology Writer',
    bio: 'Priya tests software for a living and returns most of it. She spent six years as the only technologist in a forty-person firm, where she learned which tools survive a Monday.',
    look: {
      palette: 'ai-automation',
      ground: 'paper',
      backdrop: 'rings',
      skin: '#b57a52',
      hair: '#1f1a24',
      hairstyle: 'long',
      clothes: 'turtleneck',
      cloth: '#2f7f7c',
    },
  },
  {
    name: 'Renée Lafleur',
    role: 'Contributing Writer',
    bio: 'Renée is a former litigation paralegal who now reviews legal software and the people who sell it. She keeps a list of demos that ended early and why.',
    look: {
      palette: 'tools',
      ground: 'oxblood',
      backdrop: 'half',
      skin: '#8a5539',
      hair: '#2a1a18',
      hairstyle: 'curls',
      clothes: 'scarf',
      cloth: '#d8cdb8',
      earrings: true,
    },
  },
  {
    name: 'Marcus Oyelaran',
    role: 'Strategy Correspondent',
    bio: 'Marcus advised professional firms on growth for a decade and has kept the notes on what failed. His columns begin with a number and end with something to try on Thursday.',
    look: {
      palette: 'growth-strategy',
      ground: 'tint',
      backdrop: 'arch',
      skin: '#6b4029',
      hair: '#1d1514',
      hairstyle: 'bald',
      clothes: 'blazer',
      cloth: '#7f2c35',
      beard: true,
    },
  },
  {
    name: 'Elena Kowalczyk',
    role: 'Senior Editor',
    bio: 'Elena hires, trains and occasionally becomes the remote assistant she writes about. She edits the Remote Talent pages from a town with one traffic light and excellent internet.',
    look: {
      palette: 'remote-talent',
      ground: 'night',
      backdrop: 'rays',
      skin: '#f0c9ae',
      hair: '#d9a441',
      hairstyle: 'bun',
      clothes: 'turtleneck',
      cloth: '#8d2a34',
      glasses: true,
    },
  },
  {
    name: 'Samuel Ortiz',
    role: 'Local Marketing Reporter',
    bio: 'Samuel covers how small firms get found in their own town. He was a newspaper reporter first, so he calls the number on every listing he writes about.',
    look: {
      palette: 'digital-marketing',
      ground: 'paper',
      backdrop: 'disc',
      skin: '#c68a63',
      hair: '#2b2320',
      hairstyle: 'waves',
      clothes: 'shirt',
      cloth: '#e2d5bd',
    },
  },
];
