// The response of the readership API.
import { z } from 'zod';

export const API_GROUPS = ['day', 'article', 'source'] as const;
export const API_ARTICLES = 100;

const Figures = z.object({
  views: z.int(),
  engagedSeconds: z.int(),
  signUps: z.int(),
});
const ReadFigures = Figures.extend({
  readers: z.int().meta({ description: 'Counted per day, because no reader is recognized the next day.' }),
  completed: z.int().meta({ description: 'Article views that reached the last quarter of the text.' }),
});
const SiteFigures = ReadFigures.extend({ articleViews: z.int() });

export const ReadershipAnswer = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  total: SiteFigures,
  rows: z
    .array(
      z.union([
        SiteFigures.extend({ day: z.iso.date() }),
        ReadFigures.extend({ id: z.uuid(), title: z.string().nullable(), path: z.string().nullable() }),
        Figures.extend({ kind: z.string(), name: z.string(), label: z.string() }),
      ]),
    )
    .meta({
      description: `By day: every day. By article: the ${API_ARTICLES} with the most engaged seconds; title and path are null if it was deleted or is not public. By source: the sources with the most engaged seconds first.`,
    }),
});
