// Servers against each other: each in turn for a moment, many times over, so that what else the machine does hits all alike.
import { load } from './load';
import { median } from './median';
import { timeOf } from './processor-time';
import type { WorkerdServer } from './workerd-server';

export interface Target {
  server: Pick<WorkerdServer, 'pid' | 'port'>;
  paths: readonly string[];
  /** Of whoever asks. */
  cookie?: string;
}

export interface Figures {
  requests: number;
  /** Of the middle turn. */
  perSecond: number;
  /** Of each turn. */
  rates: readonly number[];
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Of a body, on average. */
  bytes: number;
  /** Per request, on average. */
  roundTrips: number;
  /** Processor time of workerd per request, in milliseconds. */
  processor: number;
  /** What `watch` counted per request. */
  watched: number;
}

interface HeatOrder<T extends Target> {
  targets: readonly T[];
  rounds: number;
  concurrency: number;
  /** Of one turn: it ends after so much time or so many requests. */
  milliseconds: number;
  requests?: number;
  /** A counter that is read around each turn. */
  watch?: () => number;
}

/** The figures of each target, in the order of the targets. */
export async function runHeat<T extends Target>(order: HeatOrder<T>): Promise<Map<T, Figures>> {
  const { targets, rounds, concurrency, milliseconds, requests, watch = () => 0 } = order;
  const sums = new Map(targets.map((target) => [target, new Sum()]));
  for (let round = 0; round < rounds; round += 1) {
    // Forwards and backwards: who follows whom changes, too.
    for (const target of round % 2 === 0 ? targets : [...targets].reverse()) {
      const { server, paths, cookie } = target;
      const processorBefore = timeOf(server.pid);
      const watchedBefore = watch();
      const answers = await load({ port: server.port, paths, concurrency, milliseconds, requests, cookie });
      const sum = sums.get(target) as Sum;
      sum.processor += timeOf(server.pid) - processorBefore;
      sum.watched += watch() - watchedBefore;
      sum.bytes += answers.bytes;
      sum.roundTrips += answers.roundTrips;
      sum.latencies.push(answers.latencies);
      sum.rates.push((answers.latencies.length / answers.milliseconds) * 1000);
    }
  }
  return new Map([...sums].map(([target, sum]) => [target, sum.toFigures()]));
}

/** One's rate as a share of the other's, turn by turn: what slowed a turn slowed its neighbour as well. */
export function shareOf(one: Figures, other: Figures): number {
  return median(one.rates.map((rate, turn) => rate / (other.rates[turn] ?? Number.NaN)));
}

class Sum {
  latencies: number[][] = [];
  rates: number[] = [];
  bytes = 0;
  roundTrips = 0;
  processor = 0;
  watched = 0;

  toFigures(): Figures {
    const sorted = Float64Array.from(this.latencies.flat()).sort();
    const requests = sorted.length;
    const at = (share: number) => sorted[Math.min(requests - 1, Math.floor(requests * share))] ?? Number.NaN;
    return {
      requests,
      perSecond: median(this.rates),
      rates: this.rates,
      p50: at(0.5),
      p99: at(0.99),
      bytes: this.bytes / requests,
      roundTrips: this.roundTrips / requests,
      processor: this.processor / requests,
      watched: this.watched / requests,
    };
  }
}
