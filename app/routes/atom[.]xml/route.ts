// Atom feed of the newest articles.
import { ATOM_TYPE, toAtom } from '~/features/syndication/atom';
import { getFeed } from '~/features/syndication/feeds.server';
import { publicFile } from '~/http/public-file.server';

export const loader = publicFile(ATOM_TYPE, async ({ ctx }) => toAtom(await getFeed(ctx, '/atom.xml')));
