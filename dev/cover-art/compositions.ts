// The motif of each category, and the compositions of each motif.
import { dotMap } from './arcs/dot-map';
import { fans } from './arcs/fans';
import { globe } from './arcs/globe';
import { islands } from './arcs/islands';
import { orbits } from './arcs/orbits';
import { timeZones } from './arcs/time-zones';
import { bus } from './circuits/bus';
import { decisionTree } from './circuits/decision-tree';
import { labyrinth } from './circuits/labyrinth';
import { patchbay } from './circuits/patchbay';
import { processor } from './circuits/processor';
import { wafer } from './circuits/wafer';
import { arches } from './columns/arches';
import { balance } from './columns/balance';
import { books } from './columns/books';
import { colonnade } from './columns/colonnade';
import type { Composition } from './composition';
import { belt } from './gears/belt';
import { counterchange } from './gears/counterchange';
import { horizon } from './gears/horizon';
import { modules } from './gears/modules';
import { schedule } from './gears/schedule';
import { train } from './gears/train';
import { calipers } from './instruments/calipers';
import { dial } from './instruments/dial';
import { dividers } from './instruments/dividers';
import { drafting } from './instruments/drafting';
import { hourglass } from './instruments/hourglass';
import { lens } from './instruments/lens';
import { folds } from './planes/folds';
import { peaks } from './planes/peaks';
import { sails } from './planes/sails';
import { slabs } from './planes/slabs';
import { stairs } from './planes/stairs';
import { terraces } from './planes/terraces';
import { chairs } from './profiles/chairs';
import { facingHalves } from './profiles/facing-halves';
import { microphone } from './profiles/microphone';
import { overlap } from './profiles/overlap';
import { silhouettes } from './profiles/silhouettes';
import { speech } from './profiles/speech';
import { bars } from './waves/bars';
import { broadcast } from './waves/broadcast';
import { funnel } from './waves/funnel';
import { halftone } from './waves/halftone';
import { ridges } from './waves/ridges';
import { swell } from './waves/swell';

type Compositions = readonly [Composition, ...Composition[]];

const LAW: Compositions = [colonnade, books, arches, balance];

const BY_CATEGORY = new Map<string, Compositions>([
  ['ai-automation', [bus, processor, labyrinth, decisionTree, patchbay, wafer]],
  ['remote-talent', [globe, dotMap, timeZones, fans, islands, orbits]],
  ['digital-marketing', [bars, ridges, broadcast, halftone, funnel, swell]],
  ['operations', [train, modules, horizon, counterchange, belt, schedule]],
  ['growth-strategy', [slabs, peaks, folds, terraces, sails, stairs]],
  ['tools', [dial, calipers, dividers, drafting, hourglass, lens]],
  ['interviews', [overlap, silhouettes, speech, facingHalves, chairs, microphone]],
]);

export function compositionsFor(categorySlug: string): Compositions {
  return BY_CATEGORY.get(categorySlug) ?? LAW;
}
