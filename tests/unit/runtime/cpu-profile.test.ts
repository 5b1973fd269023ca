import { SourceMap } from 'node:module';
import { describe, expect, it } from 'vitest';
import { type CpuProfile, timeByFunction } from '../../bench/measure/cpu-profile';

const frame = (functionName: string, lineNumber = 0) => ({
  functionName,
  url: '',
  lineNumber,
  columnNumber: 0,
});
const noMap = new SourceMap({
  version: 3,
  file: '',
  sources: [],
  sourcesContent: [],
  names: [],
  mappings: '',
  sourceRoot: '',
});

describe('time by function', () => {
  const profile: CpuProfile = {
    nodes: [
      { id: 1, callFrame: frame('(root)'), children: [2, 5] },
      { id: 2, callFrame: frame('render', 1), children: [3] },
      { id: 3, callFrame: frame('render', 1), children: [4] },
      { id: 4, callFrame: frame('escape', 9) },
      { id: 5, callFrame: frame('(idle)') },
    ],
    samples: [2, 3, 4, 5],
    timeDeltas: [1000, 2000, 1000, 50_000],
  };
  const { functions, busyMilliseconds } = timeByFunction(profile, noMap);
  const of = (wanted: string) => functions.find(({ name }) => name === wanted);

  it('leaves out waiting', () => {
    expect(busyMilliseconds).toBe(4);
    expect(of('(idle)')).toBeUndefined();
  });

  it('counts a recursive function once', () => {
    expect(of('render')).toMatchObject({ self: 0.75, total: 1 });
    expect(of('escape')).toMatchObject({ self: 0.25, total: 0.25 });
  });
});
